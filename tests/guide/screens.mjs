// Tests that readers of the field guide reach an answer within two taps and see it on the first screen of a phone: the home
// page, twelve tasks, and the verdicts of all cases, outcomes, pairs, chips and questions; that texts are short and tables
// narrow, dates written for readers, and colours of TPUs and GPUs theirs alone; that search has few pages, and that what
// other introductions treat has an address.
// usage: SITE=FOLDER node tests/guide/screens.mjs    (a built field guide)
import path from "node:path";
import vm from "node:vm";

import { fileUrl, launch, pagesToOpen, read, siteFiles } from "../browser/support.mjs";

const kScreen = { width: 360, height: 740 };
const kMaxVerdict = 60;  // words
const kPairs = /^compare\/[\w]+-or-[\w]+\.html$/;
const kChips = /^accelerators\/(?!index|print)[\w-]+\.html$/;

// What a reader wants to know, the page that answers it, and the element with the answer.
const kTasks = [
  ["which to use", "index.html", ".content strong"],
  ["the difference in plain words", "five-minutes.html", ".content p"],
  ["what an H100 costs", "accelerators/h100-sxm.html", ".content strong"],
  ["this chip or that one", "compare/v6e-or-h100.html", ".content strong"],
  ["what a training run costs", "choose/estimate.html", ".content strong"],
  ["what serving costs", "choose/serving-estimate.html", ".content strong"],
  ["whether PyTorch code runs", "faq/can-i-use-pytorch-on-tpus.html", ".content p"],
  ["whether the chips can be had", "faq/why-cant-i-get-tpu-capacity.html", ".content p"],
  ["on our own premises", "choose/on-premises.html", ".content strong"],
  ["under my desk", "lessons/cards-for-a-desk.html", ".key-points li"],
  ["which is faster", "compare/mlperf-training.html", ".content strong"],
  ["whether a claim holds", "compare/claims.html", ".content figure tbody tr"],
];
const kFresh = 90;  // days, of a price of renting or buying in a verdict, on the home page or among the prices of now
const kMostHeight = 4000;  // of the home page and of pairs

// Where the guide answers what other introductions to the subject treat: the addresses, and words that are there.
const kSubjects = {
  "one sentence": ["index.html", "One sentence to remember"],
  "three reasons, in order": ["lessons/why-gpus-became-the-default.html", 'rel="next" href="where-tpus-are-strongest.html"',
    "lessons/where-tpus-are-strongest.html", 'rel="next" href="how-to-choose.html"'],
  "what a TPU requires": ["five-minutes.html#pick", "choose/use-tpu.html"],
  "work that suits each": ["index.html#which-to-choose", "choose/use-gpu.html", "choose/fine-tune.html", "choose/serve-gpu.html"],
  "workshop and factory": ["five-minutes.html#picture", "lessons/workshop-and-factory.html#where-the-picture-fails"],
  "software and people": ["lessons/frameworks.html#compiler", "faq/what-is-the-human-cost.html"],
  "when to stay with a GPU": ["index.html#which-to-choose", "choose/gpu-for-now.html"],
  "the utilisation challenge": ["lessons/feeding.html#the-utilisation-challenge", "faq/what-is-the-utilisation-challenge.html"],
  "the story in 15 minutes": ["lessons/index.html#fifteen-minutes"],
  "CPUs and NPUs": ["choose/use-cpu.html", "faq/are-there-other-choices.html", "NPU"],
  "chips and money": ["lessons/where-tpus-are-used.html#who-buys-what"],
  "which questions to ask": ["five-minutes.html#three-questions", "lessons/how-to-choose.html#first-what-rules-an-option-out"],
  "one picture": ["one-page.html#wide", "one-page.svg"],
  "2.8 times": ["compare/claims.html#eleven-statements-held-against-our-data", "2.8 times"],
  "frameworks": ["faq/can-i-use-pytorch-on-tpus.html", "PyTorch", "TensorFlow", "JAX"],
  "scale": ["lessons/scaling-out.html#where-the-fast-network-ends", "faq/how-far-do-they-scale.html"],
  "containers and the edge": ["choose/edge-tpu.html", "lessons/deploy-and-operate.html#containers", "Docker"],
  "what each is": ["faq/what-is-a-gpu.html", "faq/what-is-a-tpu.html"],
  "what GPUs are used for": ["five-minutes.html#what-each-is-used-for", "games", "simulations"],
  "where TPUs are used": ["lessons/where-tpus-are-used.html#google-products", "YouTube", "Translate", "Search", "Gemini", "PaLM"],
  "buying and trying": ["faq/can-i-buy-a-tpu.html", "faq/can-i-try-one-free.html", "Colab"],
  "pairs": ["compare/v6e-or-h100.html#which-to-choose", "compare/tpu7x-or-b200.html#at-a-glance"],
  "desks and workstations": ["lessons/cards-for-a-desk.html#what-fits", "choose/own-hardware.html#shopping-list", "lessons/cards-for-a-desk.html#cards", "workstation"],
  "Kubernetes and bare metal": ["lessons/deploy-and-operate.html#kubernetes", "Kubernetes"],
  "profilers and debuggers": ["lessons/deploy-and-operate.html#tools", "lessons/deploy-and-operate.html#profilers", "Nsight"],
  "community and help": ["lessons/deploy-and-operate.html#help"],
  "language models": ["choose/serve-llama.html", "faq/tpu-or-gpu-for-llm-inference.html"],
  "libraries for training": ["lessons/frameworks.html#what-a-framework-does-not-move", "DeepSpeed", "Megatron-LM"],
  "pick one if": ["five-minutes.html#pick", "lessons/how-to-choose.html#pick"],
  "the generalist": ["glossary.html#simt", "glossary.html#cuda", "lessons/inside-a-gpu.html#where-the-arithmetic-sits"],
  "the specialist": ["glossary.html#systolic-array", "glossary.html#bf16", "lessons/inside-a-tpu.html#filling-the-grid"],
  "not tuned like a GPU": ["lessons/pitfalls.html#when-something-is-measured", "faq/why-is-my-tpu-slower.html"],
  "head to head": ["five-minutes.html#six-points"],
  "match the stage": ["choose/stage.html", "lessons/how-to-choose.html#then-the-stage-of-the-project"],
  "using both": ["choose/use-both.html", "lessons/how-to-choose.html#both-is-an-answer"],
  "a small benchmark first": ["choose/measure-first.html", "lessons/how-to-choose.html#measure-before-you-commit"],
};

// The most words of text that a page shows, without tables, charts, folded texts, sources, warnings of the data, and
// links to other pages.
const kMostWords = [
  [/^index\.html$/, 350],
  [/^five-minutes\.html$/, 1100],
  [kPairs, 450],
  [/^choose\/(aws-or-azure|fine-tune-a-7b-model|on-premises|own-cuda-kernels|serve-llama|train-a-70b-model)\.html$/, 350],
  [/^choose\/(serving-)?estimate\.html$/, 250],
  [/^(compare\/(hardware|price-performance|mlperf-(training|inference)|rounds|claims|serving)|prices\/(?!print)[\w-]+)\.html$/, 400],
  [/^lessons\/(?!index|print)[\w-]+\.html$/, 1200],
  [/^faq\/(?!index|print)[\w-]+\.html$/, 150],
];
const kMostWordsOfOutcome = 300;
const kMostNumbers = 2;  // on the first screen of questions and outcomes
const kMostBytes = 100 * 1000;  // of the home page, of pairs and of chips
const kMostBytesOfEstimate = 450 * 1000;
const kMostColumns = 5;  // of tables that compare; the list of all claims can be filtered by its columns
const kWithTables = /^(accelerators\/|compare\/|prices\/|choose\/(?!(serving-)?estimate))/;
const kWideTables = ["all-claims"];
const kPagesInSearch = [120, 150];
// What the colours of TPUs and GPUs stand for in legends.
const kColours = { 7: /TPU|^Google$/, 8: /GPU|NVIDIA|^(H100|B200|L40?S?)\b/ };

let passed = 0;
const failures = [];
const check = (fact, what) => (fact ? ++passed : failures.push(what));

const browser = await launch();
const page = await (await browser.newContext({ viewport: kScreen })).newPage();
const open = (file) => page.goto(fileUrl(file), { waitUntil: "load" });
// Returns the place of the first such element that is shown: where it begins and ends, and its number of words.
const place = (selector) => page.evaluate((selector) => {
  const found = [...document.querySelectorAll(selector)].find((each) => each.getClientRects().length);
  const { top, bottom } = found?.getBoundingClientRect() ?? {};
  return found && { top: Math.round(top), bottom: Math.round(bottom), words: found.innerText.split(/\s+/).length };
}, selector);

// Returns the prices in such elements and in the paragraph of the verdict whose note has a date more than `most` days
// before `newest`, and how many prices have a date. Runs in the browser.
const stalePrices = ({ selector, verdict, newest, most }) => {
  const stale = [];
  let dated = 0;
  const inVerdict = verdict ? document.querySelector(verdict)?.closest("p")?.querySelectorAll("a.fig") ?? [] : [];
  for (const link of new Set([...document.querySelectorAll(selector), ...inVerdict])) {
    const dates = [...document.getElementById(decodeURIComponent(link.hash.slice(1)))?.querySelectorAll(`.age[data-limit="${most}"]`) ?? []];
    dated += dates.length > 0;
    const isStale = ({ dataset }) => (new Date(newest) - new Date(dataset.date)) / 86_400_000 > most;
    const shown = link.closest("li, p, tr, h1").innerText;
    if (dates.some(isStale) && !/\b20\d\d\b|\bold\b/.test(shown)) stale.push(shown.trim());
  }
  return { stale, dated };
};

// Returns the number of words of text on the page. Runs in the browser.
const countWords = () => {
  const kOther = "figure, table, nav, details:not([open]), .references, form, .recent, .notes, .caveats, .links, .flow-links";
  const textOf = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches(kOther) || !node.getClientRects().length) return "";
    return [...node.childNodes].map(textOf).join("") + (getComputedStyle(node).display.startsWith("inline") ? "" : " ");
  };
  return textOf(document.querySelector("main .content")).split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length;
};

try {
  await open("index.html");
  const home = await page.evaluate((height) => {
    const seen = (node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      const { top, bottom, width } = range.getBoundingClientRect();
      return width && top >= 0 && bottom <= height;
    };
    const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    let words = "";
    while (texts.nextNode()) if (seen(texts.currentNode)) words += " " + texts.currentNode.data;
    return { height: document.documentElement.scrollHeight, numbers: document.querySelectorAll("main a.fig").length &&
      [...document.querySelectorAll("main a.fig")].filter(seen).length, words: words.trim().split(/\s+/).length };
  }, kScreen.height);
  check(home.height <= kMostHeight, `the home page is ${home.height} px high, more than ${kMostHeight}`);
  check(home.numbers <= 3, `the first screen of the home page has ${home.numbers} numbers, more than 3`);
  check(home.words <= 130, `the first screen of the home page has ${home.words} words, more than 130`);
  for (const selector of [".lead", ".ways .button", ".content strong"]) {
    const at = await place(selector);
    check(at && at.bottom <= kScreen.height, `the home page's ${selector} is not on the first screen: ${JSON.stringify(at)}`);
  }
  const news = await place(".recent");
  check(news?.top < 3500, `what is new begins at ${news?.top} px of the home page, not above 3500`);

  const linked = (file) => [...read(file).matchAll(/<a [^>]*?href="([^"#?]+)/g)]
    .map(([, href]) => path.normalize(path.join(path.dirname(file), decodeURI(href))));
  const one = new Set(linked("index.html"));
  const two = new Set([...one].filter((file) => pagesToOpen().includes(file)).flatMap(linked));
  for (const [wish, file, selector] of kTasks) {
    check(file === "index.html" || one.has(file) || two.has(file), `${wish}: ${file} is more than two taps from the home page`);
    await open(file);
    const at = await place(selector);
    check(at?.top <= kScreen.height, `${wish}: the answer in ${file} begins at ${at?.top} px, not above ${kScreen.height}`);
  }

  const newest = [...read("prices/index.html").matchAll(/data-date="([^"]*)"/g)].map(([, date]) => date).sort().at(-1);
  let dated = 0;
  const checkPrices = async (file, selector, verdict) => {
    const found = await page.evaluate(stalePrices, { selector, verdict, newest, most: kFresh });
    dated += found.dated;
    check(found.stale.length === 0, `${file}: prices of more than ${kFresh} days without their date: ${found.stale.join("; ")}`);
  };
  await open("index.html");
  await checkPrices("index.html", ":is(#prices-now a.cell, main li a.fig)");

  let verdicts = 0, reasons = 0;
  for (const file of pagesToOpen()) {
    const kind = read(file).match(/^<body[^>]*data-kind="([^"]*)"/m)?.[1];
    const selector = kPairs.test(file) || kind === "outcome" || kind === "answer" || kChips.test(file) ||
      kind === "page" && file.startsWith("choose/") ? ".content strong" : undefined;
    if (!selector) continue;
    await open(file);
    const at = await place(selector);
    check(at?.bottom <= kScreen.height, `${file}: the verdict is not on the first screen: ${JSON.stringify(at)}`);
    check(at?.words <= kMaxVerdict, `${file}: the verdict has ${at?.words} words`);
    ++verdicts;
    await checkPrices(file, `:is(h1, .lead, .own-verdict, ${selector}) a.fig`, selector);
    for (const [, reason] of kind === "outcome" ? read(file).matchAll(/<li id="([^"]+)"><a href="#\1"/g) : []) {
      await page.goto(`${fileUrl(file)}#${reason}`, { waitUntil: "load" });
      const below = await place(selector);
      check(below?.top >= 0 && below.bottom <= kScreen.height, `${file}#${reason}: the verdict is not on the first screen: ${JSON.stringify(below)}`);
      ++reasons;
    }
    if (kind === "outcome" || kind === "answer") {
      await page.goto(fileUrl(file), { waitUntil: "load" });
      const numbers = await page.evaluate((height) => [...document.querySelectorAll("main a.fig")]
        .filter((each) => each.checkVisibility() && each.getBoundingClientRect().bottom <= height).length, kScreen.height);
      check(numbers <= kMostNumbers, `the first screen of ${file} has ${numbers} numbers, more than ${kMostNumbers}`);
    }
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    check(!kPairs.test(file) || height <= kMostHeight, `${file} is ${height} px high, more than ${kMostHeight}`);
    const wide = await page.evaluate(() => [...document.querySelectorAll("figure:is(.table, .estimate) .scroll")]
      .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1).map((each) => each.closest("figure").id));
    check(wide.length === 0, `${file}: wider than a phone: ${wide.join(", ")}`);
  }
  check(dated > 20, `only ${dated} prices of verdicts have a date`);
  check(verdicts > 60 && reasons > 20, `only ${verdicts} pages have a verdict, with ${reasons} reasons`);

  await open("faq/index.html");
  const shownQuestions = () => page.locator(".questions dt:visible").allInnerTexts();
  const questions = await shownQuestions();
  await page.fill("[data-filter]", "TPUs frameworks");
  const found = await shownQuestions();
  check(found.length > 0 && found.length < questions.length && found.some((each) => /frameworks/.test(each)), `the filter of questions shows ${found}`);
  await page.fill("[data-filter]", "frameworks zebra");
  check((await shownQuestions()).length === 0 && await page.locator("[role=status] span").isVisible(), "a filter without matches says nothing");

  for (const [subject, places] of Object.entries(kSubjects)) {
    let file = "";
    for (const place of places) {
      const [name, anchor] = place.split("#");
      const isAddress = /\.(html|svg)$/.test(name);
      if (isAddress) file = name;
      const isThere = siteFiles().includes(file) && (!anchor || read(file).includes(`id="${anchor}"`));
      check(isThere && (isAddress || read(file).includes(place)), `${subject}: ${isAddress ? "there is no" : `${file} does not mention`} ${place}`);
    }
  }

  const wide = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  for (const file of ["choose/estimate.html", "choose/serving-estimate.html"]) {
    await wide.goto(fileUrl(file), { waitUntil: "load" });
    const cut = await wide.evaluate(() => [...document.querySelectorAll("figure .scroll")]
      .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1).map((each) => each.closest("figure").id));
    check(cut.length === 0, `${file}: wider than a desktop: ${cut.join(", ")}`);
  }

  const searched = new Set();
  for (const file of siteFiles().filter((each) => /^assets\/search\/t\d+\.js$/.test(each))) {
    const sourcebookSearch = (name, entries) => entries.forEach(([address]) => address && searched.add(address));
    vm.runInNewContext(read(file), { sourcebookSearch });
  }
  const isInRange = searched.size >= kPagesInSearch[0] && searched.size <= kPagesInSearch[1];
  check(isInRange, `${searched.size} pages are in search, not ${kPagesInSearch.join(" to ")}`);

  for (const file of pagesToOpen().filter((each) => !/^(data|embed|handbook|sources|tables|charts)\/|print\.html$/.test(each))) {
    const html = read(file);
    if (kWithTables.test(file))
      for (const [, id, table] of html.replace(/<template>.*?<\/template>/gs, "").matchAll(/<figure class="table[^"]*" id="([^"]*)".*?(<thead>.*?<\/thead>)/gs)) {
        const columns = table.split('<th scope="col"').length - 1;
        check(columns <= kMostColumns || kWideTables.includes(id), `${file}: the table ${id} has ${columns} columns, more than ${kMostColumns}`);
      }
    for (const [, series, label] of html.matchAll(/class="legend-entry series-(\d)".*?class="legend-label"[^>]*>([^<]*)</gs))
      check(kColours[series]?.test(label) ?? !/TPU/.test(label), `${file}: "${label}" has the colour of others`);
    await open(file);
    const dates = await page.evaluate(() => document.querySelector("main").innerText.match(/\b20\d\d-[01]\d-[0-3]\d\b/g) ?? []);
    check(dates.length === 0, `${file}: dates for machines: ${dates.join(", ")}`);
  }

  for (const file of pagesToOpen()) {
    if (/^choose\/(serving-)?estimate\.html$/.test(file))
      check(read(file).length <= kMostBytesOfEstimate, `${file} has ${read(file).length} bytes, more than ${kMostBytesOfEstimate}`);
    if (file === "index.html" || kPairs.test(file) || kChips.test(file))
      check(read(file).length <= kMostBytes, `${file} has ${read(file).length} bytes, more than ${kMostBytes}`);
    const isOutcome = /^<body[^>]*data-kind="outcome"/m.test(read(file));
    const most = isOutcome ? kMostWordsOfOutcome : kMostWords.find(([files]) => files.test(file))?.[1];
    if (!most) continue;
    await open(file);
    const words = await page.evaluate(countWords);
    check(words <= most, `${file} shows ${words} words of text, more than ${most}`);
  }
} finally {
  await browser.close();
}
for (const each of failures) console.log("FAILED", each);
console.log(`screens of the guide: ${passed} passed, ${failures.length} failed`);
process.exit(failures.length ? 1 : 0);
