// Renders charts with the real Vega-Lite, without a picture, and prints what our drawings are compared with: domains,
// ticks with their labels, and where marks are. Reads a JSON list of {spec, fields, rows} from standard input.
// The folder of the modules vega and vega-lite is in SOURCEBOOK_NODE_MODULES.
import {createRequire} from 'node:module';
import {readFileSync} from 'node:fs';
import {pathToFileURL} from 'node:url';

const require = createRequire(process.env.SOURCEBOOK_NODE_MODULES + '/x.js');
const vega = await import(pathToFileURL(require.resolve('vega')));
const vegaLite = await import(pathToFileURL(require.resolve('vega-lite')));

const ourKeys = ['data', 'caption', 'same', 'differs', 'note', 'narrow'];

function vegaLiteSpec({spec, fields, rows}) {
  const copy = structuredClone(spec);
  for (const key of ourKeys) delete copy[key];
  const values = rows.map(row => Object.fromEntries(fields.map((field, i) => [field.name, row[i]])));
  // Our theme has fewer ticks than Vega-Lite's own.
  const config = {axisX: {tickCount: {signal: 'ceil(width / 80)'}}, axisY: {tickCount: {signal: 'ceil(height / 50)'}}};
  return {...copy, data: {values}, config};
}

function collect(mark, orient, out) {
  if (mark.role === 'axis-label') {
    out.ticks[orient === 'bottom' ? 'x' : 'y'] = mark.items.map(item => ({value: +item.datum.value, name: String(item.datum.value), label: item.text}));
  } else if (mark.role === 'mark' && mark.marktype !== 'group') {
    for (const item of mark.items) {
      if (item.defined === false) continue;
      const {x, y, x2, y2, dx, dy, width, height} = item;
      out.marks.push({type: mark.marktype, x, y, x2, y2, dx, dy, width, height});
    }
  }
  if (mark.marktype !== 'group' || (mark.role ?? '').startsWith('legend')) return;
  for (const group of mark.items) {
    const side = mark.role === 'axis' ? group.datum.orient ?? group.orient : orient;
    for (const child of group.items) collect(child, side, out);
  }
}

const results = [];
for (const chart of JSON.parse(readFileSync(0, 'utf8'))) {
  const compiled = vegaLite.compile(vegaLiteSpec(chart), {logger: vega.logger(vega.None)}).spec;
  const view = new vega.View(vega.parse(compiled), {renderer: 'none', logLevel: vega.None});
  await view.runAsync();
  const out = {domains: {}, ticks: {}, marks: []};
  for (const name of ['x', 'y', 'xOffset', 'yOffset', 'color']) {
    if (compiled.scales?.some(scale => scale.name === name)) out.domains[name] = view.scale(name).domain().map(v => v instanceof Date ? +v : v);
  }
  collect(view.scenegraph().root, undefined, out);
  results.push(out);
  view.finalize();
}
process.stdout.write(JSON.stringify(results));
