// The search. Loaded when a reader focuses a search box, or by the page of results. Loads the files in assets/search/
// that a query needs; generator/search/shards.h describes their format. They are scripts that call
// sourcebookSearch(NAME, VALUE), because a page opened from disk can't load other files.
(() => {
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const digit = (text, at) => digits.indexOf(text[at]);

  // ---- words, split as in generator/search/words.cc

  const plain = { "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ς": "σ" };
  const fold = (word) => [...word.normalize("NFKD").replace(/[\u0300-\u036f]/g, "")]
    .map((letter) => letter.toLowerCase()).map((letter) => plain[letter] ?? letter).join("");
  const unspaced = "\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3041-\\u30ff\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}";
  const letter = `(?![${unspaced}])[\\p{L}\\p{N}\\p{M}]`;
  const run = new RegExp(`((?=[\\p{L}\\p{N}\\p{M}])[${unspaced}])+|[0-9]+(,[0-9]{3}(?![0-9]))*(\\.[0-9]+)?(${letter})*|(${letter})+`, "gu");
  const isUnspaced = new RegExp(`^[${unspaced}]`, "u");

  // Splits a text into [{word, at, end, joins}]. `joins` is whether "-" or "_" connects the word to the next one.
  const cut = (text) => [...text.matchAll(run)].flatMap((match, place, all) => {
    const at = match.index, end = at + match[0].length;
    if (isUnspaced.test(match[0])) {
      const letters = [...match[0]];
      const places = letters.map((_, i) => at + letters.slice(0, i).join("").length);
      if (letters.length === 1) return [{ word: fold(match[0]), at, end, alone: true }];
      return letters.slice(1).map((next, i) => ({ alone: true, word: fold(letters[i] + next), at: places[i], end: places[i + 1] + next.length }));
    }
    let word = match[0].replace(/,(?=[0-9]{3})/g, "");
    if (/^[0-9]+\.[0-9]+$/.test(word)) word = word.replace(/\.?0+$/, "");
    return [{ word: fold(word), at, end, joins: /[-_]/.test(text[end] ?? "") && all[place + 1]?.index === end + 1 }];
  });
  // Returns the words as in the index, including compounds with "-", and the parts of an amount.
  const words = (text) => {
    const found = [];
    let chain = [];
    for (const { word, joins, alone } of cut(text)) {
      if (word) found.push(word);  // a lone accent is not a word
      if (alone) {
        chain = [];
        continue;
      }
      const amount = /^([0-9.]+)([a-z]{1,6})$/.exec(word);
      if (amount) found.push(amount[1], amount[2]);
      if (word) chain.push(word);
      if (joins) continue;
      if (chain.length > 1 && chain.length < 5) found.push(chain.join(""));
      chain = [];
    }
    return found;
  };

  // Returns the edit distance: letters inserted, deleted, changed or swapped with their neighbour.
  const distance = (a, b) => {
    let before, row = [...Array(b.length + 1).keys()];
    for (let i = 1; i <= a.length; ++i) {
      const next = [i];
      for (let j = 1; j <= b.length; ++j) {
        next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] !== b[j - 1]));
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) next[j] = Math.min(next[j], before[j - 2] + 1);
      }
      before = row, row = next;
    }
    return row[b.length];
  };

  // ---- the index. `load` returns the value of a file by its name.

  // Opens the index of the whole site or, with a folder, that of a part; `site` is then the site's index.
  const open = async (loadFile, folder = "", site) => {
    const load = (name) => loadFile(folder + name);
    const index = await load("index");
    if (site) for (const key of ["words", "synonyms", "scopes"]) index[key] = site[key];
    const ignored = new Set(cut(index.words.ignored ?? "").map(({ word }) => word));
    const files = new Map();
    const once = (name, make) => {
      if (!files.has(name)) files.set(name, load(name).then(make));
      return files.get(name);
    };
    // Returns the last item of a sorted list that is not greater than the wanted one.
    const lastBelow = (list, wanted) => {
      let from = 0, to = list.length;
      while (to - from > 1) {
        const middle = (from + to) >> 1;
        if (list[middle] > wanted) to = middle;
        else from = middle;
      }
      return from;
    };
    // C++ sorts by bytes, which is the order of code points, not of UTF-16 code units.
    const bytes = (text) => [...text].map((letter) => letter.codePointAt(0).toString(16).padStart(6, "0")).join("");
    const firsts = index.groups.map(bytes);
    const fileOf = (word) => lastBelow(firsts, bytes(word));

    const groupsIn = (file) => once(`g${file}`, (text) => {
      const byWord = new Map();
      for (const line of text.split("\n")) {
        const [list, stem, entries, postings] = line.split("\t");
        const all = list.split(" ");
        const group = stem.startsWith(">") ? { at: stem.slice(1) } : { words: all, entries: +entries, postings };
        if (postings) group.stem = stem.startsWith(".") ? stem.slice(1) : stem ? all[0].slice(0, all[0].length - digit(stem, 0)) : all[0];
        for (const word of all) byWord.set(word, group);
      }
      return byWord;
    });
    const follow = async (group) => group.at ? (await groupsIn(fileOf(group.at))).get(group.at) : group;
    const exact = async (word) => {
      const group = (await groupsIn(fileOf(word))).get(word);
      return group && follow(group);
    };
    // Returns groups with a word that has this prefix. For a short prefix with many files, returns only those in the
    // first file.
    const beginning = async (start) => {
      const found = new Set();
      const first = fileOf(start);
      for (let file = first; file < first + 3 && (file === first || index.groups[file]?.startsWith(start)); ++file)
        for (const [word, group] of await groupsIn(file)) if (word.startsWith(start)) found.add(await follow(group));
      return [...found].sort((a, b) => b.entries - a.entries).slice(0, 24);
    };
    // Returns groups whose words may be other forms of this word, because it begins with their stem.
    const inflected = async (word) => {
      const found = new Set();
      for (const group of (await groupsIn(fileOf(word))).values())
        if (group.stem?.length > 3 && word.startsWith(group.stem) && (word.length - group.stem.length) * 2 <= group.stem.length) found.add(group);
      const longest = Math.max(...[...found].map((group) => group.stem.length));
      return [...found].filter((group) => group.stem.length === longest);
    };
    const list = (length) => once(`l${length}`, (text) => {
      let before = "";
      return text.split(" ").map((item) => {
        before = before.slice(0, digit(item, 0)) + item.slice(2);
        return [before, digit(item, 1)];
      });
    });
    const misspelt = async (word) => {
      if (word.length < 4 || /[0-9]/.test(word)) return [];
      const lengths = [word.length - 1, word.length, word.length + 1].filter((length) => index.lengths.includes(length));
      // Allows two errors only in a long word, and only if no known word has fewer.
      const all = (await Promise.all(lengths.map(list))).flat().map(([known, often]) => [known, often, distance(word, known)]);
      const least = Math.min(...all.map(([, , errors]) => errors));
      if (least > (word.length > 7 ? 2 : 1)) return [];
      const near = all.filter(([, , errors]) => errors === least);
      near.sort((a, b) => (b[0][0] === word[0]) - (a[0][0] === word[0]) || b[1] - a[1]);
      return [...new Set(await Promise.all(near.slice(0, 4).map(([known]) => exact(known))))];
    };

    const rarity = (entries) => Math.log(1 + (index.entries - entries + 0.5) / (entries + 0.5));
    const weighted = (groups, weight, most = Infinity) => groups.map((group) => ({ group, weight, rarity: Math.min(most, rarity(group.entries)) }));

    const rarest = (slot) => Math.max(...slot.map((meaning) => meaning.rarity));
    // Returns the possible meanings of a word: [{group, weight, rarity}]. `last` is whether the word is still being
    // typed.
    const meanings = async (word, last) => {
      // A plural such as "h100s" may not be in the index.
      const whole = await exact(word) ?? await exact(/^\D.*\d.*s$/.test(word) ? word.slice(0, -1) : word);
      const found = whole ? weighted([whole], 1) : [];
      const other = (groups, weight) => found.push(...weighted(groups.filter((group) => group !== whole), weight));
      if (!whole) other(await inflected(word), 0.85);
      if (last && word.length > 1 || !found.length && word.length > 2) {
        const longer = await beginning(word);
        const all = longer.reduce((sum, group) => sum + group.entries, 0);
        for (const group of longer) {
          if (group === whole || found.some((known) => known.group === group)) continue;
          const share = Math.min(1, word.length / Math.min(...group.words.filter((each) => each.startsWith(word)).map((each) => each.length)));
          // A prefix matches many words, so the rarity of each is limited.
          found.push({ group, weight: (found.length && (whole || found[0].weight === 0.85) ? 0.5 : 0.9) * share, rarity: Math.min(rarity(group.entries), rarity(Math.min(all, index.entries))) });
        }
      }
      if (!found.length) {
        other(await misspelt(word), 0.75);
        for (const each of found) each.guess = true;
      }
      return found;
    };

    const postings = (group) => {
      if (group.list) return group.list;
      const decoded = [];
      for (let at = 0, entry = 0, text = group.postings; at < text.length;) {
        let distance = 0, shift = 0, value;
        do {
          value = digit(text, at++);
          distance += (value & 31) * 2 ** shift;
          shift += 5;
        } while (value & 32);
        decoded.push([entry += distance, digit(text, at++) / 63]);
      }
      return group.list = decoded;
    };

    // Scores one interpretation of the query, a list of words with their meanings. Returns entry -> score.
    const score = (slots, scores, weight) => {
      const known = slots.filter((slot) => slot.length);
      // A word that does not occur anywhere counts as much as one with a single occurrence, so that an interpretation
      // with known words wins.
      const total = known.reduce((sum, slot) => sum + rarest(slot), (slots.length - known.length) * rarity(1));
      const sums = new Map();
      for (const slot of known) {
        const best = new Map();
        for (const { group, weight: fits, rarity: rare } of slot)
          for (const [entry, fit] of postings(group)) best.set(entry, Math.max(best.get(entry) ?? 0, fit * fits * rare));
        const most = rarest(slot);
        for (const [entry, fit] of best) {
          const sum = sums.get(entry);
          if (sum) sum[0] += fit, sum[1] += most;
          else sums.set(entry, [fit, most]);
        }
      }
      // Entries with all words rank above entries with many occurrences of one word.
      for (const [entry, [sum, covered]] of sums)
        scores.set(entry, Math.max(scores.get(entry) ?? 0, weight * sum / total * covered / total));
    };

    // Returns the query with synonyms substituted: [{slots: [word], weight}].
    const synonyms = index.synonyms.map((same) => same.map((text) => cut(text).map(({ word }) => word).filter((word) => !ignored.has(word))));
    const readings = (query) => {
      const all = [{ list: query, weight: 1 }];
      for (const same of synonyms)
        for (const phrase of same) {
          const at = query.findIndex((_, i) => phrase.every((word, j) => query[i + j] === word));
          if (at < 0) continue;
          for (const other of same)
            if (other !== phrase && all.length < 6)
              all.push({ list: [...query.slice(0, at), ...other, ...query.slice(at + phrase.length)], weight: 0.9, end: at + phrase.length < query.length });
        }
      return all;
    };

    const slotsOf = async (list, last) => {
      const slots = [];
      for (const [i, word] of list.entries()) {
        const amount = /^([0-9.]+)([a-z]{1,6})$/.exec(word);
        const found = await meanings(word, last && i === list.length - 1);
        if (amount && !found.length) slots.push(await meanings(amount[1], false), await meanings(amount[2], false));
        else slots.push(found);
      }
      // "192 GB" is also a single word of the index, and so is "on-demand"; "gaudi 2" may be one.
      if (slots.length === list.length)
        for (let i = 0; i + 1 < list.length; ++i)
          for (const size of [2, 3]) {
            const part = list.slice(i, i + size);
            if (part.length < size || !/[0-9]/.test(part.join("")) && size > 2) continue;
            const whole = await exact(part.join(""));
            // The compound counts as no rarer than its parts, so that entries with all words of the query rank above
            // those with only the compound.
            if (whole) for (let j = i; j < i + size; ++j) slots[j] = [...slots[j], ...weighted([whole], 1.15, rarest(slots[j]) || Infinity)];
          }
      return slots;
    };

    // Returns {hits: [{entry, score}], marks: matched words, start: the word being typed, instead: corrections of
    // misspelt words}.
    const search = async (query, typing = true) => {
      const typed = cut(query).map(({ word }) => word);
      const list = typed.filter((word, i) => !ignored.has(word) || typing && i === typed.length - 1 && i > 0).slice(0, 12);
      if (!list.length) list.push(...typed);
      if (!list.length) return { hits: [], marks: new Set(), instead: [] };
      const last = typing && /[\p{L}\p{N}\p{M}]$/u.test(query);
      const scores = new Map(), marks = new Set(), instead = [];
      let asked = [];
      for (const reading of readings(list)) {
        const slots = await slotsOf(reading.list, last && !reading.end);
        if (!slots.some((slot) => slot.length)) continue;
        score(slots, scores, reading.weight);
        if (reading.list === list) asked = slots.map((slot) => new Set(slot.flatMap((meaning) => meaning.group.words)));
        slots.forEach((slot, i) => {
          for (const meaning of slot) for (const word of meaning.group.words) if (meaning.group.words.includes(list[i]) || meaning.weight > 0.3) marks.add(word);
          if (reading.weight === 1 && slot[0]?.guess) instead.push([...slot[0].group.words].sort((a, b) => distance(a, list[i]) - distance(b, list[i]))[0]);
        });
      }
      const hits = together(scores);
      const least = (hits[0]?.score ?? 0) * 0.12;
      return { hits: hits.filter((hit) => hit.score >= least), asked, marks, start: last ? list.at(-1) : "", instead };
    };

    // For each entry, the first entry of the page or table that contains it.
    const firstOf = new Uint32Array(index.entries);
    for (let entry = 0; entry < index.entries; ++entry)
      firstOf[entry] = digit(index.begin, Math.floor(entry / 6)) >> entry % 6 & 1 ? entry : firstOf[entry - 1];
    const kindOf = (entry) => names[index.kinds.findLastIndex((first) => first <= entry)];
    // Merges the parts of a page into one hit with the best score, and limits the rows of a table. Returns [{entry,
    // score, parts}], best first.
    const together = (scores) => {
      const sorted = [...scores].map(([entry, score]) => ({ entry, score })).sort((a, b) => b.score - a.score || a.entry - b.entry);
      const hits = [], seen = new Map();
      for (const hit of sorted) {
        const kind = kindOf(hit.entry), first = ["page", "row", "figure"].includes(kind) ? firstOf[hit.entry] : hit.entry;
        const before = seen.get(first);
        if (!before) seen.set(first, [hit]), hits.push(hit);
        else if (kind === "row" && before.length < 2 || kind === "figure" && before.length < 3) before.push(hit), hits.push(hit);
        else if (kind === "page" && before.length < 4) {
          before.push(hit);
          if (hit.entry !== first && before[0].entry !== first) (before[0].parts ??= []).push(hit.entry);
        }
      }
      return hits;
    };

    const kRanked = 8;
    const names = ["page", "answer", "term", "step", "figure", "row", "source"];
    const textOf = async (entry) => {
      const file = lastBelow(index.texts, entry);
      const lines = await once(`t${file}`, (list) => {
        let before = [];
        return list.map((cells) => before = [0, 1, 2, 3, 4, 5, 6].map((i) => cells[i] === 0 ? before[i] : cells[i] ?? ""));
      });
      const [address, anchor, title, context, text, source, sourceAddress] = lines[entry - index.texts[file]];
      return { entry, kind: kindOf(entry), address, anchor, title, context, text, source, sourceAddress };
    };

    // Returns how well the title fits the query: the share of the query's words that the title contains, times the
    // share of the title's words that the query contains. For a figure, the name of its thing is used instead of the
    // title.
    const fit = ({ kind, title, context, anchor, text }, asked, names) => {
      if (kind === "row" || kind === "source") return 1;
      const wordsOf = (text) => cut(text).map(({ word }) => word).filter((word) => !ignored.has(word));
      const whole = wordsOf(kind === "figure" || kind === "page" && anchor ? `${context} ${title}` : title);
      const subject = kind === "figure" && context ? wordsOf(context) : whole;
      const isAsked = (word) => asked.some((words) => words.has(word));
      const found = subject.filter(isAsked).length;
      const asks = asked.filter((words) => whole.some((word) => words.has(word))).length;
      // Lowers a figure if the query contains neither its thing nor its value, and an extreme if it names one of the
      // things.
      return kind === "figure" && (context ? !found : names) && !wordsOf(text).some(isAsked) ? 0.6 : 1 + 0.5 * asks / asked.length * found / Math.max(subject.length, 1);
    };
    // Returns the next results from `state` {hits, at}, each with its text.
    const take = async (state, count, withParts = false) => {
      if (!state.at && state.asked?.length) {
        // The first results are ranked again: titles that contain the query and little else come first.
        const first = state.hits.slice(0, kRanked);
        const texts = await Promise.all(first.map(({ entry }) => textOf(entry)));
        const names = texts.some(({ kind, context }) => kind === "figure" && cut(context).some(({ word }) => state.asked.some((words) => words.has(word))));
        first.forEach((hit, i) => hit.score *= fit(texts[i], state.asked, names));
        // Figures of one thing in which the query finds the same words stay in the order of their page: "Spot price" does
        // not rank above "Price" unless the query says "spot".
        const same = texts.map(({ kind, context, title, text }) => {
          const said = new Set(cut(`${title} ${text}`).map(({ word }) => word));
          return kind === "figure" && `${context}: ${state.asked.map((words) => [...words].some((word) => said.has(word)))}`;
        });
        first.forEach((hit, i) => first.forEach((other, j) => {
          if (same[i] && same[i] === same[j] && other.entry < hit.entry && other.score > 0.9 * hit.score) other.score = Math.max(other.score, hit.score);
        }));
        state.hits.splice(0, kRanked, ...first.sort((a, b) => b.score - a.score || a.entry - b.entry));
      }
      const hits = state.hits.slice(state.at ??= 0, state.at += count);
      return Promise.all(hits.map(async ({ entry, parts }) => ({ ...await textOf(entry), parts: withParts && parts && await Promise.all(parts.slice(0, 2).map(textOf)) })));
    };
    return { index, search, take };
  };

  // ---- the text of a result

  // Returns a text as [{text, marked}]; of a long text, the part with the most matches.
  const excerpt = (text, { marks, start }, most = 180) => {
    const places = cut(text).filter(({ word }) => marks.has(word) || start?.length > 1 && word.startsWith(start));
    let best = 0, value = -1;
    for (const [i, place] of places.entries()) {
      const within = places.slice(i).filter((other) => other.end - place.at < most);
      const worth = new Set(within.map(({ word }) => word)).size * 4 + Math.min(within.length, 4);
      if (worth > value) value = worth, best = place.at;
    }
    let from = text.length <= most || best < most / 2 ? 0 : text.indexOf(" ", best - most / 4) + 1;
    let to = from + most < text.length ? text.lastIndexOf(" ", from + most) : text.length;
    if (to <= from) to = Math.min(text.length, from + most);
    const parts = from > 0 ? [{ text: "… " }] : [];
    for (const { at, end } of places) {
      if (at < from || end > to) continue;
      parts.push({ text: text.slice(from, at) }, { text: text.slice(at, end), marked: true });
      from = end;
    }
    parts.push({ text: text.slice(from, to) + (to < text.length ? " …" : "") });
    return parts;
  };

  const waiting = new Map();
  globalThis.sourcebookSearch = (name, value) => waiting.get(name)?.(value);
  Object.assign(globalThis.sourcebookSearch, { open, words, excerpt });
  if (typeof document === "undefined") return;

  // ---- the search boxes and the page of results

  const folder = new URL("search/", document.currentScript.src);
  const root = new URL("../", document.currentScript.src).href;
  const load = (name) => new Promise((resolve, reject) => {
    waiting.set(name, resolve);
    const script = document.createElement("script");
    script.src = new URL(`${name}.js`, folder).href;
    script.onerror = () => reject(new Error(name));
    script.onload = () => script.remove();
    document.head.append(script);
  });
  if (!document.querySelector('link[href$="assets/search.css"]'))
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: new URL("search.css", document.currentScript.src).href }));
  let opened;
  // Opens the search of the site, or of a part with a separate index if the address names that part or is in it.
  const here = decodeURI(location.href.slice(root.length)), wanted = new URL(location.href).searchParams.get("in");
  const engine = () => opened ??= open(load).then(async (whole) => {
    const scope = whole.index.scopes.find(([folder]) => folder && (folder === wanted || here.startsWith(`${folder}/`)))?.[0] ?? "";
    return { ...(scope ? await open(load, `${scope}/`, whole.index) : whole), scope };
  });

  // Debounces typing: each prefix of a word may load another file.
  const pause = () => new Promise((done) => setTimeout(done, 80));
  const make = (element, attributes = {}, ...children) => {
    const made = document.createElement(element);
    for (const [name, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(name, value);
    made.append(...children);
    return made;
  };
  const marked = (text, found, most) => excerpt(text, found, most).map((part) => part.marked ? make("mark", {}, part.text) : part.text);
  const textOfCount = (words, count) => words[`count_${new Intl.PluralRules(document.documentElement.lang).select(count)}`] ?? words.count;
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
  const kShown = 20;  // results on a page before "more"
  const resultsPage = (form, query, folder) => `${form.action}?q=${encodeURIComponent(query)}${folder && `&in=${encodeURIComponent(folder)}`}`;
  // Returns [[folder, text of the link]] of the parts of the site that have an index of their own.
  const elsewhere = ({ index, scope }) => index.scopes.filter(([folder]) => folder !== scope).map(([folder, title]) => [folder, fill(index.words.in, { title })]);
  const address = (result) => root + result.address + (result.anchor ? `#${encodeURIComponent(result.anchor)}` : "");

  const heading = (result, found) => {
    if (result.kind === "figure")
      return [...marked(result.context ? `${result.context}: ${result.title}` : result.title, found, 400), " ", make("b", {}, ...marked(result.text, found))];
    return marked(result.title, found, 400);
  };
  const line = (result, found, words) => {
    const lines = [];
    if (result.context && result.kind !== "figure") lines.push(make("span", { class: "found-in" }, result.context));
    if (result.kind === "figure" && result.source) lines.push(make("span", { class: "found-in" }, `${words.source_of} ${result.source}`));
    if (result.kind !== "figure" && result.text) lines.push(make("span", { class: "found-text" }, ...marked(result.text, found)));
    return lines;
  };
  // Returns the best three results, then the others by kind: [[title, results]].
  const grouped = (results, words) => {
    if (results.length < 5) return results.length ? [[words.best, results]] : [];
    const groups = new Map();
    for (const result of results.slice(3)) groups.set(result.kind, [...groups.get(result.kind) ?? [], result]);
    return [[words.best, results.slice(0, 3)], ...[...groups].map(([kind, list]) => [words[kind], list])];
  };
  const instead = (found, words) => found.instead.length ? [make("p", { class: "found-note" }, fill(words.instead, { words: found.instead.join(" ") }))] : [];

  // Sets up the search box above every page, below which results open.
  const equipBox = (form) => {
    const input = form.querySelector("input");
    const panel = make("div", { class: "found", id: "found~", hidden: "" });
    const status = make("p", { class: "visually-hidden", role: "status" });
    form.append(panel, status);
    for (const [name, value] of Object.entries({ role: "combobox", "aria-expanded": "false", "aria-controls": "found~", "aria-autocomplete": "list", autocomplete: "off" }))
      input.setAttribute(name, value);
    let options = [], active = -1, asked = 0;
    const choose = (at) => {
      options[active]?.removeAttribute("aria-selected");
      active = at < -1 ? options.length - 1 : at >= options.length ? -1 : at;
      options[active]?.setAttribute("aria-selected", "true");
      options[active]?.scrollIntoView({ block: "nearest" });
      if (active < 0) input.removeAttribute("aria-activedescendant");
      else input.setAttribute("aria-activedescendant", options[active].id);
    };
    const show = (on) => {
      panel.hidden = !on;
      input.setAttribute("aria-expanded", String(on));
      if (!on) choose(-1);
    };
    const update = async () => {
      const mine = ++asked, query = input.value.trim();
      if (!query) return show(false), status.textContent = "";
      let nodes;
      try {
        const search = await engine();
        await pause();
        if (mine !== asked) return;
        const { words } = search.index;
        const found = await search.search(query);
        const results = mine === asked ? await search.take(found, 8) : [];
        if (mine !== asked) return;
        const count = results.length, all = found.hits.length;
        let number = 0;
        const groups = grouped(results, words).map(([title, list], at) => make("div", { role: "group", "aria-labelledby": `found~${at}` },
          make("div", { class: "found-kind", id: `found~${at}`, role: "presentation" }, title),
          ...list.map((result) => make("a", { role: "option", id: `found~option-${number++}`, tabindex: "-1", href: address(result) },
            make("span", { class: "found-title" }, ...heading(result, found)), ...line(result, found, words)))));
        if (search.scope && !form.elements.in) form.append(make("input", { type: "hidden", name: "in", value: search.scope }));
        const links = [...(count ? [[search.scope, words.all]] : []), ...elsewhere(search)];
        groups.push(...links.map(([folder, text], i) => make("a", { role: "option", id: i ? `found~all-${i}` : "found~all", class: "found-all", tabindex: "-1", href: resultsPage(form, query, folder) }, text)));
        nodes = [...(count ? instead(found, words) : [make("p", { class: "found-note" }, fill(words.none, { query }))]),
          ...(groups.length ? [make("div", { role: "listbox", "aria-label": words.title }, ...groups)] : [])];
        const said = all > count && all > 1 ? words.count_of : textOfCount(words, all);
        status.textContent = count ? `${fill(said, { count: all, shown: count, query })}. ${words.keys}` : nodes[0].textContent;
      } catch {
        nodes = [make("p", { class: "found-note" }, form.dataset.failed)];
      }
      const chosen = options[active]?.href;
      panel.replaceChildren(...nodes);
      options = [...panel.querySelectorAll("[role=option]")];
      show(true);
      // Keeps the selection of readers who moved on before the search finished.
      choose(options.findIndex(({ href }) => href === chosen));
    };
    input.addEventListener("input", update);
    input.addEventListener("focus", () => panel.hidden && panel.childElementCount && input.value.trim() && show(true));
    input.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        if (panel.hidden) input.value = "";
        else event.preventDefault(), ++asked, show(false);
      } else if (panel.hidden) {
        return;
      } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        choose(event.key === "ArrowDown" ? active + 1 : active < 0 ? options.length - 1 : active - 1);
      } else if (event.key === "Enter" && active >= 0) {
        event.preventDefault();
        options[active].click();
        show(false);
      }
    });
    document.addEventListener("click", (event) => form.contains(event.target) || show(false));
    form.addEventListener("focusout", (event) => event.relatedTarget && !form.contains(event.relatedTarget) && show(false));
    if (input.value.trim()) update();
  };

  // Sets up the page of all results.
  const equipPage = (form) => {
    const input = form.querySelector("input"), place = document.querySelector(".search-results");
    const status = make("p", { class: "found-note", role: "status" });
    const lists = make("div");
    place.append(status, lists);
    document.querySelector(".search-off")?.remove();
    const item = (result, found, words) => make("li", { class: `found-${result.kind}` },
      make("a", { class: "found-title", href: address(result) }, ...heading(result, found)),
      ...line({ ...result, source: "" }, found, words),
      ...(result.source ? [make("span", { class: "found-in" }, `${words.source_of} `, result.sourceAddress ? make("a", { href: root + result.sourceAddress }, result.source) : result.source)] : []),
      ...(result.parts ? [make("span", { class: "found-parts" }, ...result.parts.flatMap((part, i) => [i ? " · " : "", make("a", { href: address(part) }, part.title)]))] : []));
    let asked = 0;
    const update = async (typing) => {
      const mine = ++asked, query = input.value.trim();
      const url = new URL(location.href);
      if (query) url.searchParams.set("q", query);
      else url.searchParams.delete("q");
      if (url.href !== location.href) history.replaceState(null, "", url);
      document.body.classList.toggle("has-query", Boolean(query));
      if (!query) return lists.replaceChildren(), status.textContent = "";
      try {
        const search = await engine();
        if (typing) await pause();
        if (mine !== asked) return;
        const { words } = search.index;
        const found = await search.search(query, typing);
        const results = await search.take(found, kShown, true);
        if (mine !== asked) return;
        const show = () => {
          lists.replaceChildren(...instead(found, words), ...grouped(results, words).flatMap(([title, list]) => [
            make("h2", {}, title), make("ol", { class: "found-list" }, ...list.map((result) => item(result, found, words)))]));
          if (found.at < found.hits.length) {
            const more = make("button", { type: "button" }, fill(words.more, { count: found.hits.length - found.at }));
            more.addEventListener("click", async () => {
              results.push(...await search.take(found, kShown, true));
              show();
            });
            lists.append(make("p", {}, more));
          }
          lists.append(...elsewhere(search).map(([folder, text]) => make("p", { class: "found-note" }, make("a", { href: resultsPage(form, query, folder) }, text))));
        };
        show();
        const count = found.hits.length;
        status.textContent = !count ? `${fill(words.none, { query })} ${words.none_hint}` : fill(textOfCount(words, count), { count, query });
      } catch {
        status.textContent = form.dataset.failed;
      }
    };
    input.value = new URL(location.href).searchParams.get("q") ?? "";
    input.addEventListener("input", () => update(true));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      update(false);
    });
    const links = () => [...lists.querySelectorAll(".found-title")];
    addEventListener("keydown", (event) => {
      const at = links().indexOf(document.activeElement);
      const inside = at >= 0 || document.activeElement === input;
      if (!inside || event.key !== "ArrowDown" && event.key !== "ArrowUp" && event.key !== "Escape") return;
      event.preventDefault();
      const to = event.key === "Escape" ? -1 : at + (event.key === "ArrowDown" ? 1 : -1);
      (links()[to] ?? (to < 0 ? input : document.activeElement)).focus();
    });
    if (input.value) update(false);
  };

  const page = document.querySelector("form.search-page");
  if (page) equipPage(page);
  const box = document.querySelector("form.search");
  if (box) equipBox(box);
})();
