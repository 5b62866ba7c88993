// The search of a built site, without a browser: assets/search.js over the files of assets/search/.
import { readFileSync } from "node:fs";
import path from "node:path";
import vm from "node:vm";
import { gzipSync } from "node:zlib";

// {open, words, excerpt} of a theme's script.
export function script(source) {
  const context = vm.createContext({});
  vm.runInContext(source, context);
  return { api: context.sourcebookSearch, context };
}

// An engine over a built site, or over a folder of it that has its own index; `loaded` maps each file that was
// requested to its size, compressed.
export async function engine(site, folder) {
  const file = path.join(site, "assets/search.js");
  const source = readFileSync(file);
  const { api } = script(source.toString());
  const loaded = new Map([["search.js", gzipSync(source, { level: 9 }).length]]);
  const load = async (name) => {
    const bytes = readFileSync(path.join(site, "assets/search", `${name}.js`));
    loaded.set(name, gzipSync(bytes, { level: 9 }).length);
    let value;
    vm.runInContext(bytes.toString(), vm.createContext({ sourcebookSearch: (given, what) => (value = what) }));
    return value;
  };
  const whole = await api.open(load);
  return { ...(folder ? await api.open(load, `${folder}/`, whole.index) : whole), loaded };
}

// Whether an address is one of the right ones; one without an anchor is right wherever on its page it lands.
export const isRight = (address, answers) => answers.some((answer) => (answer.includes("#") ? address === answer : address.split("#")[0] === answer));
