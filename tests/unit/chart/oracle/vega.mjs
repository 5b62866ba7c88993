// Renders charts with the real Vega-Lite, without a picture, and prints what our drawings are compared with: domains,
// ticks with their labels, legends, headers of panels, and the positions and texts of marks. Reads a JSON list of
// {spec, fields, rows} from standard input. SOURCEBOOK_NODE_MODULES is the folder of the modules vega and vega-lite.
import {createRequire} from 'node:module';
import {readFileSync} from 'node:fs';
import {pathToFileURL} from 'node:url';

const require = createRequire(process.env.SOURCEBOOK_NODE_MODULES + '/x.js');
const vega = await import(pathToFileURL(require.resolve('vega')));
const vegaLite = await import(pathToFileURL(require.resolve('vega-lite')));

const ourKeys = ['data', 'caption', 'same', 'differs', 'note', 'narrow'];
const scaled = ['x', 'y', 'xOffset', 'yOffset', 'color', 'shape', 'size', 'opacity'];
const ourTextSize = 12;  // the size in px of text marks

function vegaLiteSpec({spec, fields, rows}) {
  const copy = structuredClone(spec);
  for (const key of ourKeys) delete copy[key];
  const values = rows.map(row => Object.fromEntries(fields.map((field, i) => [field.name, row[i]])));
  // Our theme has fewer ticks than Vega-Lite's own.
  const panel = copy.encoding?.row || copy.encoding?.column ? 'child_' : '';
  const config = {axisX: {tickCount: {signal: `ceil(${panel}width / 80)`}},
                  axisY: {tickCount: {signal: `ceil(${panel}height / 50)`}}};
  return {...copy, data: {values}, config};
}

function domainOf(view, name) {
  return view.scale(name).domain().map(value => value instanceof Date ? +value : value);
}

// Returns the mark's definition in the spec, and its channels: "layer_1_layer_0_marks" is part of the second layer.
function definition(spec, name) {
  const number = /layer_(\d+)_/.exec(name ?? '')?.[1] ?? 0;
  const layer = spec.layer?.[number] ?? spec;
  const mark = typeof layer.mark === 'string' ? {type: layer.mark} : layer.mark;
  return {...mark, encoding: {...spec.encoding, ...layer.encoding}};
}

// Returns the series of a mark by its colour; undefined if its layer has no channel for that.
function seriesOf(item, own, context) {
  return own.encoding.color?.field && (context.series.get(item.fill) ?? context.series.get(item.stroke));
}

// Returns the corners of a line or an area as Vega draws it.
function corners(mark, items) {
  let path = '';
  vega.Marks[mark.marktype].attr((name, value) => { if (name === 'd') path = value ?? ''; }, {mark: {items}});
  return [...path.matchAll(/(-?[\d.e-]+),(-?[\d.e-]+)/g)].map(match => ({x: +match[1], y: +match[2]}));
}

function describeText(item, {baseline = 'middle', size = ourTextSize, encoding}, context) {
  // Numbers and dates without a format are written in our own way.
  const {field, format} = encoding.text ?? {};
  const same = !field || format || context.texts.has(field);
  // The offset of the baseline below the position in our drawings, as a fraction of the text size.
  const shift = {top: 0.8, bottom: -0.15, alphabetic: 0}[baseline] ?? 0.35;
  return {kind: 'text', text: same ? String(item.text) : undefined, anchor: {left: 'start', right: 'end'}[item.align] ?? 'middle',
          x: item.x + (item.dx ?? 0), y: item.y + (item.dy ?? 0) + shift * size};
}

function describeItem(mark, item, context) {
  const {x = 0, y = 0, width = 0, height = 0} = item;
  const own = definition(context.spec, mark.name);
  const look = {series: seriesOf(item, own, context)};
  if (own.encoding.opacity?.field) look.opacity = item.opacity;
  if (mark.marktype === 'text') return {...describeText(item, own, context), ...look};
  if (mark.marktype === 'rule') {
    return {kind: 'line', x: Math.min(x, item.x2 ?? x), y: Math.min(y, item.y2 ?? y),
            width: Math.abs((item.x2 ?? x) - x), height: Math.abs((item.y2 ?? y) - y), ...look};
  }
  const isMedian = own.type === 'boxplot' && mark.marktype === 'rect' && Math.min(width, height) <= 1;
  if (own.type === 'tick' || isMedian) {  // we draw a tick as a stroke
    return width < height ? {kind: 'line', x: x + width / 2, y, width: 0, height, ...look}
                          : {kind: 'line', x, y: y + height / 2, width, height: 0, ...look};
  }
  if (mark.marktype === 'rect') return {kind: 'rect', x, y, width, height, ...look};
  return {kind: 'place', x, y, size: own.encoding.size?.field ? item.size : undefined, ...look};
}

function collectMarks(mark, context, out) {
  if (mark.role !== 'mark') return;
  if (mark.marktype === 'group') {
    for (const group of mark.items) for (const child of group.items) collectMarks(child, context, out);
  } else if (mark.marktype === 'line' || mark.marktype === 'area') {
    const series = seriesOf(mark.items[0] ?? {}, definition(context.spec, mark.name), context);
    for (const corner of corners(mark, mark.items)) out.push({kind: 'place', ...corner, series});
  } else {
    // Vega draws a layer of constants once per row, we draw it once.
    const constant = !Object.values(definition(context.spec, mark.name).encoding).some(channel => channel.field);
    for (const item of constant ? mark.items.slice(0, 1) : mark.items) {
      // If a text is missing, Vega writes "null" and we write nothing.
      if (mark.marktype !== 'text' || !['', 'null', undefined].includes(item.text)) out.push(describeItem(mark, item, context));
    }
  }
}

function describeAxis(group, out) {
  const side = group.datum?.orient ?? group.orient;
  const labels = group.items.find(mark => mark.role === 'axis-label');
  const name = side === 'bottom' || side === 'top' ? 'x' : 'y';
  if (!labels?.items.length) return;
  out.ticks[name] ??= labels.items.map(item => ({value: +item.datum.value, name: String(item.datum.value), label: item.text}));
  out.sides[name] ??= side;
}

function texts(mark, role) {
  if (mark.role === role) return mark.items.map(item => [item.text].flat().join('\n'));
  return (mark.items ?? []).flatMap(item => (item.items ?? []).flatMap(child => texts(child, role)));
}

function collect(mark, context, out) {
  const role = mark.role ?? '';
  if (role === 'axis') {
    for (const group of mark.items) describeAxis(group, out);
  } else if (role === 'column-header' || role === 'row-header') {
    for (const group of mark.items) out.headers[role.split('-')[0]].push(...texts({items: [group]}, 'title-text'));
    for (const group of mark.items) for (const child of group.items) collect(child, context, out);
  } else if (mark.name === 'cell') {
    for (const cell of mark.items) {
      const panel = {row: cell.datum[context.row], column: cell.datum[context.column], x: cell.x, y: cell.y,
                     width: cell.width, height: cell.height, ticks: {}, sides: {}, headers: {}, legends: [], marks: []};
      for (const child of cell.items) collect(child, context, panel);
      out.panels.push(panel);
    }
  } else if (role === 'legend') {
    for (const group of mark.items) out.legends.push({labels: texts({items: [group]}, 'legend-label')});
  } else if (role === 'mark') {
    collectMarks(mark, context, out.marks);
  } else if (mark.marktype === 'group') {
    for (const group of mark.items) for (const child of group.items) collect(child, context, out);
  }
}

async function render(chart) {
  const warnings = [];
  const logger = vega.logger(vega.Warn);
  logger.warn = logger.error = (...words) => {
    warnings.push(words.join(' '));
    return logger;
  };
  const compiled = vegaLite.compile(vegaLiteSpec(chart), {logger}).spec;
  const view = new vega.View(vega.parse(compiled), {renderer: 'none', logger});
  await view.runAsync();

  const out = {warnings, domains: {}, ticks: {}, sides: {}, legends: [], headers: {row: [], column: []}, panels: [], marks: []};
  const names = new Set(compiled.scales?.map(scale => scale.name));
  for (const name of scaled) if (names.has(name)) out.domains[name] = domainOf(view, name);
  const series = new Map();
  if (names.has('color') && compiled.scales.find(scale => scale.name === 'color').type === 'ordinal') {
    const scale = view.scale('color');
    for (const value of scale.domain()) series.set(scale(value), String(value));
  }
  const {row, column} = chart.spec.encoding ?? {};
  const texts = new Set(chart.fields.filter(field => field.type === 'string').map(field => field.name));
  collect(view.scenegraph().root, {spec: chart.spec, series, texts, row: row?.field, column: column?.field}, out);
  // The values in the legend of a quantity depend on the space, unless the spec states them.
  compiled.legends?.forEach((legend, i) => {
    const name = scaled.find(channel => Object.values(legend).includes(channel));
    const {type} = compiled.scales.find(scale => scale.name === name);
    out.legends[i].free = type !== 'ordinal' && !legend.values;
  });
  view.finalize();
  return out;
}

const results = [];
for (const chart of JSON.parse(readFileSync(0, 'utf8'))) {
  results.push(await render(chart).catch(error => ({failed: String(error.stack)})));
}
process.stdout.write(JSON.stringify(results));
