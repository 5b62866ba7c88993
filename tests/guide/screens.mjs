// Tests that readers of the field guide reach an answer within two taps and see it on the first screen of a phone: the home
// page, twelve tasks, and the verdicts of all cases, outcomes, pairs and questions.
// usage: SITE=FOLDER node tests/guide/screens.mjs    (a built field guide)
import path from "node:path";

import { fileUrl, launch, pagesToOpen, read } from "../browser/support.mjs";

const kScreen = { width: 360, height: 740 };
const kMaxVerdict = 60;  // words
const kPairs = /^compare\/[\w]+-or-[\w]+\.html$/;

// What a reader wants to know, the page that answers it, and the element with the answer.
const kTasks = [
  ["which to use", "index.html", ".content strong"],
  ["the difference in plain words", "five-minutes.html", ".content p"],
  ["what an H100 costs", "accelerators/h100-sxm.html", "#price-ends-of-h100-sxm tbody tr"],
  ["this chip or that one", "compare/v6e-or-h100.html", ".lead"],
  ["what a training run costs", "choose/estimate.html", ".content strong"],
  ["what serving costs", "choose/serving-estimate.html", ".content strong"],
  ["whether PyTorch code runs", "faq/can-i-use-pytorch-on-tpus.html", ".content p"],
  ["whether the chips can be had", "faq/why-cant-i-get-tpu-capacity.html", ".content p"],
  ["on our own premises", "choose/on-premises.html", ".content strong"],
  ["under my desk", "lessons/cards-for-a-desk.html", ".key-points li"],
  ["which is faster", "compare/mlperf-training.html", ".content strong"],
  ["whether a claim holds", "compare/claims.html", ".content figure tbody tr"],
];
const kTwoScreens = ["what an H100 costs", "whether a claim holds"];

// Words of subjects that readers of other introductions look for, and the page that has them.
const kSubjects = {
  "lessons/where-tpus-are-used.html": ["YouTube", "Translate", "Search", "Gemini"],
  "lessons/deploy-and-operate.html": ["Docker", "Kubernetes", "Nsight"],
  "lessons/cards-for-a-desk.html": ["workstation"],
  "faq/are-there-other-choices.html": ["NPU"],
};

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
  check(home.height <= 4000, `the home page is ${home.height} px high, more than 4000`);
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
    const at = await place(selector), most = kScreen.height * (kTwoScreens.includes(wish) ? 2 : 1);
    check(at?.top <= most, `${wish}: the answer in ${file} begins at ${at?.top} px, not above ${most}`);
  }

  let verdicts = 0;
  for (const file of pagesToOpen()) {
    const kind = read(file).match(/^<body[^>]*data-kind="([^"]*)"/m)?.[1];
    const selector = kPairs.test(file) ? ".lead" : kind === "outcome" || kind === "answer" ||
      kind === "page" && file.startsWith("choose/") ? ".content strong" : undefined;
    if (!selector) continue;
    await open(file);
    const at = await place(selector);
    check(at?.bottom <= kScreen.height, `${file}: the verdict is not on the first screen: ${JSON.stringify(at)}`);
    check(at?.words <= kMaxVerdict, `${file}: the verdict has ${at?.words} words`);
    ++verdicts;
  }
  check(verdicts > 30, `only ${verdicts} pages have a verdict`);

  for (const [file, words] of Object.entries(kSubjects))
    for (const word of words) check(read(file).includes(word), `${file} does not mention ${word}`);
} finally {
  await browser.close();
}
for (const each of failures) console.log("FAILED", each);
console.log(`screens of the guide: ${passed} passed, ${failures.length} failed`);
process.exit(failures.length ? 1 : 0);
