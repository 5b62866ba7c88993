// templates/assets/search.js splits texts into the words of words.json; tests/unit/search/ checks the program with the
// same file.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { script } from "./engine.mjs";

const { cases } = JSON.parse(readFileSync(new URL("words.json", import.meta.url), "utf8"));
const { api } = script(readFileSync(new URL("../../templates/assets/search.js", import.meta.url), "utf8"));

for (const [text, words] of cases) test(`words of "${text}"`, () => assert.deepEqual([...api.words(text)], words));
