// Draws the oracle's charts and a scatter plot of 10,000 points with Vega and with our program, and prints how much
// longer Vega takes from a spec and rows to the bytes of an SVG.
// usage: node tests/bench/charts.mjs BENCH_CHARTS [RUNS]
// Both have the rows in memory. Vega also has the spec in memory, and is warm. SOURCEBOOK_NODE_MODULES is the folder of
// the modules vega and vega-lite.
import {spawnSync} from 'node:child_process';
import {readdirSync, readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {fileURLToPath, pathToFileURL} from 'node:url';

const require = createRequire(process.env.SOURCEBOOK_NODE_MODULES + '/x.js');
const vega = await import(pathToFileURL(require.resolve('vega')));
const vegaLite = await import(pathToFileURL(require.resolve('vega-lite')));
const [, , program, runs = '3'] = process.argv;
const folder = fileURLToPath(new URL('../unit/chart/oracle/specs/', import.meta.url));

// Returns the same points on every machine, from a linear congruential generator.
function scatter(count) {
  let state = 1;
  const random = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
  return {
    spec: {data: 'rows', title: 'Points', width: 600, height: 300, mark: 'point',
           encoding: {x: {field: 'a', type: 'quantitative'}, y: {field: 'b', type: 'quantitative'},
                      color: {field: 'c', type: 'nominal'}}},
    fields: [{name: 'a', type: 'number'}, {name: 'b', type: 'number'}, {name: 'c'}],
    rows: Array.from({length: count}, () => [random(), random(), 'k' + Math.floor(random() * 5)]),
  };
}

const gallery = readdirSync(folder).filter(name => name.endsWith('.json')).sort()
    .map(name => JSON.parse(readFileSync(folder + name)));
for (const chart of gallery) chart.spec.title ??= 'A chart';
const charts = [...gallery, scatter(10000)];

function forVega({spec, fields, rows}) {
  const {data, caption, same, differs, note, narrow, ...rest} = spec;
  return {...rest, data: {values: rows.map(row => Object.fromEntries(fields.map((field, i) => [field.name, row[i]])))}};
}

const theirs = [];
for (const chart of charts) {
  const spec = forVega(chart);
  let least = Infinity;
  for (let run = 0; run < +runs; run++) {
    const start = performance.now();
    const compiled = vegaLite.compile(spec, {logger: vega.logger(vega.None)}).spec;
    const view = new vega.View(vega.parse(compiled), {renderer: 'none', logLevel: vega.None});
    await view.toSVG();
    view.finalize();
    least = Math.min(least, performance.now() - start);
  }
  theirs.push(least);
}

const answer = spawnSync(program, [runs], {input: JSON.stringify(charts), maxBuffer: 1e8, encoding: 'utf8'});
if (answer.status !== 0) throw new Error(answer.stderr);
const ours = JSON.parse(answer.stdout);
const sum = list => list.reduce((a, b) => a + b, 0);
const print = (what, vegas, own) =>
    console.log(`${what}: Vega ${vegas.toFixed(1)} ms, ours ${own.toFixed(2)} ms: ${(vegas / own).toFixed(0)} times faster`);
print(`${gallery.length} charts`, sum(theirs.slice(0, -1)), sum(ours.slice(0, -1)));
print('10,000 points', theirs.at(-1), ours.at(-1));
const ratios = charts.map((_, i) => theirs[i] / ours[i]).sort((a, b) => a - b);
console.log(`least ratio of one chart ${ratios[0].toFixed(0)}, median ${ratios[ratios.length >> 1].toFixed(0)}`);
