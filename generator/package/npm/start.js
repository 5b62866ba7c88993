#!/usr/bin/env node
// Starts the program of the package for this system, sourcebook-linux-x64 or sourcebook-linux-arm64.
import {spawn} from 'node:child_process';
import {createRequire} from 'node:module';
import path from 'node:path';

const name = `sourcebook-${process.platform}-${process.arch}`;
let program;
try {
  program = path.join(path.dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'sourcebook');
} catch {
  console.error(`sourcebook: the package ${name} is not installed. Sourcebook runs on Linux, on x64 and arm64; if this is ` +
    'such a system, install without --omit=optional');
  process.exit(1);
}

const child = spawn(program, process.argv.slice(2), {stdio: 'inherit'});
// Ctrl-C reaches both processes; other signals are passed on.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
  console.error(`sourcebook: ${program} can't be started: ${error.message}`);
  process.exit(1);
});
child.on('exit', (code, signal) => (signal ? process.kill(process.pid, signal) : process.exit(code)));
