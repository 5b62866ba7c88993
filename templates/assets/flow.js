// Shows the decision flow one question at a time. Its texts are in the page's list of steps; the reader's position is
// in the address, #NODE.ANSWER/NODE.ANSWER, so that answering, going back and changing an answer are links.
(() => {
  const find = (what, where = document) => where.querySelector(what);
  const all = (what, where = document) => [...where.querySelectorAll(what)];
  const app = find(".flow-app"), list = find(".steps"), plain = find(".start");
  const elements = all("[data-step]");
  if (!app || !elements[0]) return;
  const words = app.dataset;
  const part = (name) => find(".flow-" + name, app);
  const tidy = (node) => node.textContent.replace(/\s+/g, " ").trim();
  const make = (tag, properties, ...inside) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...inside);
    return element;
  };

  const steps = {};
  for (const element of elements) {
    const id = element.dataset.step, link = find("h3 a", element);
    const answers = all("[data-answer]", element).map((item) => ({
      to: item.dataset.to, word: encodeURIComponent(id + "." + item.dataset.answer),
      label: tidy(find(".said", item)), reasons: find(".because ul", item),
    }));
    steps[id] = {
      word: encodeURIComponent(id), element, answers, title: tidy(link), page: link.getAttribute("href"),
      ends: element.matches(".ends"), asks: find(".asks", element),
    };
  }
  const start = steps[elements[0].dataset.step];
  // Returns the maximum number of questions that remain.
  const ahead = (step) => (step.ahead ??= Math.max(0, ...step.answers.map((answer) => 1 + ahead(steps[answer.to]))));

  // A path is a list of [step, answer].
  const address = (path, step) => "#" + (path.map((pair) => pair[1].word).join("/") || step.word);
  // Returns the path in the address; undefined for the address of another part of the page.
  const read = () => {
    const parts = location.hash.slice(1).split("/");
    let step = parts[0] ? Object.values(steps).find((each) =>
      [each, ...each.answers].some(({ word }) => word === parts[0])) : start;
    const path = [];
    for (const word of step ? parts : []) {
      const answer = step.answers.find((each) => each.word === word);
      if (!answer) break;
      path.push([step, answer]);
      step = steps[answer.to];
    }
    return step && { path, step };
  };

  // `before` is the path before the reader went back. Answers after a changed one remain if they are still possible.
  let now, before = [];
  const onward = (path, step, answer) => {
    const rest = before.slice(path.length + 1);
    return address([...path, [step, answer], ...(rest[0]?.[0] === steps[answer.to] ? rest : [])]);
  };

  const question = (path, step, answer) => {
    const link = make("a", { className: "answer", href: onward(path, step, answer) }, make("span", {}, answer.label));
    if (before[path.length]?.[1] === answer) link.append(make("small", {}, words.before));
    return make("li", {}, link);
  };

  const passed = (path, step) => ([at, answer], i) => {
    const item = make("li", {}, make("a", { href: address(path.slice(0, i), at) }, make("span", {}, at.title), " ",
      make("strong", {}, answer.label), " ", make("em", {}, words.change)));
    if (answer.reasons) item.append(make("details", { open: step.ends || !path[i + 1] },
      make("summary", {}, words.because), answer.reasons.cloneNode(true)));
    return item;
  };

  // Copies a part of a step for readers who gave these answers. Readers who begin at a later step see all of it.
  const fitting = (path, part) => {
    const copy = part.cloneNode(true), given = path.map((pair) => decodeURIComponent(pair[1].word));
    const holds = (any) => any.split(",").some((all) => all.split(" ").every((name) => given.includes(name)));
    if (path[0]?.[0] === start)
      for (const each of all("[data-when], [data-unless]", copy)) {
        const { when, unless } = each.dataset;
        if (when ? holds(when) : !holds(unless)) find(".when-title", each)?.remove();
        else each.remove();
      }
    return copy;
  };
  // Returns the page of a step; an outcome's opens at the reason of the answer that led there.
  const pageOf = (path, step) => step.page + (step.ends && path[0] ? "#" + path.at(-1)[1].word : "");

  const show = ({ path, step }) => {
    const count = path.length, most = count + ahead(step), bar = find("progress", app), next = find(".next-steps", step.element);
    part("count").textContent = step.ends ?
      words.outcome : words.question.replace("{number}", count + 1).replace("{most}", most);
    bar.max = most || 1;
    bar.value = count;
    const answers = make("ul", { className: "answers" }, ...step.answers.map((answer) => question(path, step, answer)));
    const why = step.ends && path.at(-1)?.[1].reasons;  // above the verdict, as on the outcome's page
    const card = [make("h2", { tabIndex: -1 }, step.title),
      ...why ? [make("div", { className: "because" }, make("p", { className: "because-title" }, words.because), why.cloneNode(true))] : [],
      answers, fitting(path, find(".step-text", step.element))];
    if (step.asks) card.push(make("h3", {}, ...step.asks.cloneNode(true).childNodes), answers);
    if (next) card.push(make("h3", {}, words.next), fitting(path, next));
    part("now").replaceChildren(...card, make("p", { className: "flow-page" }, make("a", { href: pageOf(path, step) }, words.page), " ",
      make("a", { className: "anchor", href: address(path, step), ariaLabel: `${words.link}: ${step.title}` }, words.link)));
    part("path").replaceChildren(...path.map(passed(path, step)));
    part("back").hidden = part("so-far").hidden = !count;
    if (count) part("back").href = address(path.slice(0, -1), path[count - 1][0]);
    part("again").href = address([], start);
    part("said").textContent = "";
    app.classList.toggle("arrived", step.ends);
    document.body.classList.toggle("flow-underway", count);
    const ways = count ? [step, ...path.flat()].map(({ word }) => word) : [];
    for (const node of all("[data-way]")) node.classList.toggle("passed", node.dataset.way.split(" ").some((way) => ways.includes(encodeURIComponent(way))));
    trim();
  };

  // Shows only the sources and notes that the visible steps cite, with their numbers.
  const trim = () => {
    const shown = all("a[href^='#']").filter((link) => fold.open || !fold.contains(link)).map((link) => link.hash);
    for (const item of all(".references li, .notes [id]")) {
      item.value = /\d+$/.exec(item.id);
      item.hidden = !shown.includes("#" + item.id);
    }
    for (const item of all(".references, .notes")) item.hidden = !find("li:not([hidden])", item);
  };

  // Writes the answers as Markdown. Links within the site need the address of the published site.
  const link = (text, href) => {
    const to = new URL(href, find("link[rel=canonical]")?.href || location).href;
    return to.startsWith("file") ? text : `[${text}](${to})`;
  };
  const sheet = () => {
    const { path, step } = now, sources = [];
    const reason = (item) => {
      const copy = item.cloneNode(true);
      for (const extra of all(".card", copy)) extra.remove();
      for (const cite of all(".cite a", copy)) {
        const number = sources.indexOf(cite.hash) + 1 || sources.push(cite.hash);
        cite.replaceWith(` [${number}]`);
      }
      return "\n   - " + tidy(copy);
    };
    const answers = path.map(([at, answer], i) => `${i + 1}. ${link(at.title, address(path.slice(0, i), at))} **${answer.label}**` +
      (answer.reasons ? all("li", answer.reasons).map(reason).join("") : ""));
    const next = all(".next-steps a", part("now")).map((each) => "- " + link(tidy(each), each.getAttribute("href")));
    const cited = sources.map((hash, i) => {
      const source = find(hash).cloneNode(true), to = find("cite a", source);
      for (const extra of all(".uses, .locators", source)) extra.remove();
      return `${i + 1}. ${tidy(source)}${to ? ` <${to.href}>` : ""}`;
    });
    const section = (title, lines) => (lines[0] ? [`## ${title}`, lines.join("\n")] : []);
    return ["# " + step.title, `${link(tidy(find("h1")), address(path, step))}, ${new Date().toISOString().slice(0, 10)}`, answers.join("\n"),
      ...section(words.next, next), ...section(words.sources, cited)].join("\n\n") + "\n";
  };
  part("copy").onclick = async () => {
    const text = sheet();
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Uses the legacy API.
      const box = make("textarea", { value: text, readOnly: true, rows: 12, ariaLabel: words.sheet });
      part("said").replaceChildren(box);
      box.select();
      if (!document.execCommand("copy")) return;
      part("copy").focus();
    }
    part("said").textContent = words.copied;
  };
  part("print").onclick = () => print();

  const go = (moved) => {
    const there = read();
    if (!there && now) return;
    now = there || { path: [], step: start };
    if (!now.path.every((pair, i) => before[i]?.[1] === pair[1])) before = now.path;
    show(now);
    if (moved) find("h2", app).focus();
  };
  const fold = make("details", {}, make("summary", {}, find("h2", list)));
  list.replaceWith(fold);
  fold.append(list);
  fold.ontoggle = trim;
  plain?.replaceWith(app);
  app.hidden = false;
  go();
  onhashchange = () => go(true);
  onbeforeprint = () => (now.path[0] ? all("details", app) : [fold]).forEach((each) => (each.open = true));
})();
