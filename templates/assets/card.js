// The card of a number: its note, as a sheet from below on small screens and beside the text on others. Loaded by page.js
// on the first click, with its texts as attributes of the tag.
(() => {
  const { share: ways, card } = document.currentScript.dataset;
  const [label, close, source, place] = card.split("|"), [share] = ways.split("|");
  const find = (what, where = document) => where.querySelector(what);
  const all = (what, where = document) => [...where.querySelectorAll(what)];
  const make = (tag, properties, ...inside) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...inside);
    return element;
  };
  const kBesides = ".footnote-back, .report, .visually-hidden, sup, .age";
  const textOf = (element) => {
    const copy = element.cloneNode(true);
    for (const extra of all(kBesides, copy)) extra.remove();
    return copy.textContent.replace(/\s+/g, " ").trim();
  };

  const headOf = (cell) => {
    const table = cell.closest("table"), below = [...(table.tHead?.rows[1]?.cells ?? [])];
    return [...(table.tHead?.rows[0].cells ?? [])].flatMap((head) => (head.dataset.column ? head : below.splice(0, head.colSpan)))[cell.cellIndex];
  };
  const titleOf = (head) => textOf(find(".title", head) ?? head);

  // Returns what a cell is of: its row and its column, with the unit.
  const nameOf = (cell) => {
    const head = headOf(cell), row = find("th", cell.parentNode);
    return [row !== cell && row && textOf(row), head && titleOf(head), head && find(".unit", head)?.textContent].filter(Boolean).join(", ");
  };

  // Returns the formula of a computed cell, if there is one in words, and a link to the queries.
  const workOf = (cell, note) => {
    const figure = cell.closest("figure"), isComputed = note.firstChild?.data?.trim();
    const work = isComputed && figure && find("details.computed", figure), head = work && headOf(cell);
    const open = (event) => {
      event.preventDefault();
      sheet.hidePopover();
      for (let each = work; each; each = each.parentNode.closest("details")) each.open = true;
      find("summary", work).focus();
    };
    return {
      formula: head && all(".sums li", figure).map(textOf).find((line) => line.startsWith(`${titleOf(head)} = `)),
      link: work && make("a", { href: `#${figure.id}`, textContent: textOf(find("summary", work)), onclick: open }),
    };
  };

  // Returns the address of a number in the text: its words, which may change, below the preceding heading, which is permanent.
  const addressOf = (link) => {
    const part = (text) => encodeURIComponent(text).replaceAll("-", "%2D");
    const figure = link.closest("figure"), text = textOf(link);
    if (figure?.id) return `#${encodeURIComponent(figure.id)}`;
    const heading = all(".heading > [id]").filter((each) => each.compareDocumentPosition(link) & 4).pop();
    const before = link.previousSibling?.data?.trim().split(/\s+/).slice(-3).join(" ");
    return `#${encodeURIComponent(heading?.id ?? "")}:~:text=${before ? part(before) + "-," : ""}${part(text)}`;
  };

  // Puts the publisher of each source first, and moves the exact place out of the note.
  const contentOf = (link, note) => {
    const copy = note.cloneNode(true);
    // The notes of an estimate have the numbers of their places in a list.
    for (const numbers of all("a.places", copy)) {
      const list = document.getElementById(decodeURIComponent(numbers.hash.slice(1))).children;
      numbers.replaceWith(...numbers.textContent.split(", ").flatMap((number, i) => [i ? "; " : "", ...list[number - 1].cloneNode(true).childNodes]));
    }
    const places = [], origins = all(".origin", copy), cell = link.closest("td, th");
    for (const extra of all(".footnote-back, .report", copy)) extra.remove();
    for (const mark of all("[data-caveat]", copy)) {
      const caveat = find(`.notes > [data-key="${mark.dataset.caveat}"]`)?.cloneNode(true);
      if (caveat) caveat.hidden = false, mark.replaceWith(caveat);
    }
    for (const origin of origins) {
      const at = all(".place", origin).map((each) => (each.remove(), each.textContent));
      const [where, detail] = [",", "·"].map((mark) => at.find((text) => text.startsWith(mark))?.slice(2));
      const stated = find(".stated", origin);
      stated?.remove();
      const [title, ...rest] = origin.childNodes, publisher = find("b", title);
      const meta = make("span", { className: "meta" }, ...rest);
      const cut = (text, start) => text?.data && (text.data = text.data.replace(start, ""));
      cut(meta.firstChild, /^; /);
      if (publisher) cut(publisher.nextSibling, /^, /), publisher.remove();
      if (detail) places.push(make("p", {}, make("b", { textContent: publisher?.textContent ?? title.textContent }), " " + detail));
      cut(origin.nextSibling, /^;/);  // sources are on lines of their own here
      origin.replaceChildren(...[stated, publisher, title, where && make("span", { className: "meta", textContent: where }), meta].filter(Boolean));
    }
    const acts = make("p", { className: "acts" }), row = find("a.row", copy);
    // The list of sources has the address of the original.
    const page = origins.length === 1 && find("a", origins[0])?.href, listed = page && all(".references .uses").find((each) => each.href === page);
    const original = listed && find("a[rel=noopener]", listed.parentNode);
    if (original) acts.append(make("a", { href: original.href, rel: "noopener", textContent: source }));
    acts.append(make("a", { className: "anchor", href: addressOf(link), textContent: share, ariaLabel: `${share}: ${textOf(link)}` }));
    if (row) acts.append(Object.assign(row, { textContent: textOf(row).replace(/^\(|\)$/g, "").replace(/^./u, (letter) => letter.toLocaleUpperCase()) }));
    const { formula, link: work } = cell ? workOf(cell, note) : {};
    if (work) acts.append(work);
    copy.normalize();
    // The number as it is written, and below it with more digits or its unit.
    const text = textOf(link), full = link.dataset.value ?? text, isWritten = full.startsWith(text) && !/^[\d.,]/.test(full.slice(text.length));
    const parts = [make("button", { type: "button", className: "close", textContent: "×", ariaLabel: close, onclick: () => sheet.hidePopover() }),
                   make("p", { className: "value", textContent: isWritten ? full : text })];
    if (!isWritten) parts.push(make("p", { className: "of", textContent: full }));
    if (cell) parts.push(make("p", { className: "of", textContent: nameOf(cell) }));
    if (formula) parts.push(make("p", { className: "of", textContent: formula }));
    parts.push(make("div", {}, ...copy.childNodes), acts);
    if (places.length) parts.push(make("details", {}, make("summary", { textContent: place }), ...places));
    return parts;
  };

  const sheet = make("div", { className: "sheet", popover: "auto", role: "dialog", tabIndex: -1 });
  document.body.append(sheet);
  let opener;

  // Beside the text, if there is space for a narrow card, otherwise below the number or above it. The number stays visible.
  const arrange = () => {
    const kGap = 16, kNarrow = 232;
    const at = opener.getBoundingClientRect(), { clientWidth: width } = document.documentElement;
    sheet.style.width = "";
    if (getComputedStyle(sheet).position === "fixed") {
      scrollBy({ top: Math.max(0, at.bottom + 8 - innerHeight + sheet.offsetHeight), behavior: "instant" });
      return;
    }
    const block = opener.closest("figure, p, li, dd, h1, .scroll") ?? opener, text = block.getBoundingClientRect();
    const space = width - text.right - kGap - 8, isBeside = space >= kNarrow;
    if (isBeside && space < sheet.offsetWidth) sheet.style.width = `${space}px`;
    const { offsetWidth, offsetHeight } = sheet;
    const left = isBeside ? text.right + kGap : Math.max(8, Math.min(at.left, width - offsetWidth - 8));
    const isBelow = at.bottom + offsetHeight + 16 < innerHeight || at.top < offsetHeight + 16;
    const top = isBeside ? Math.max(64, Math.min(at.top - 12, innerHeight - offsetHeight - 8)) : isBelow ? at.bottom + 8 : at.top - offsetHeight - 8;
    sheet.style.left = `${scrollX + left}px`;
    sheet.style.top = `${scrollY + top}px`;
  };

  sheet.addEventListener("beforetoggle", ({ newState }) => {
    if (newState === "open") return;
    opener.ariaExpanded = null;
    const { activeElement } = document;
    if (activeElement === document.body || sheet.contains(activeElement)) opener.focus({ preventScroll: true });
  });
  // Tab leaves the card where the number is.
  sheet.addEventListener("keydown", (event) => {
    const stops = all("a[href], button, summary", sheet).filter((each) => each.checkVisibility());
    const isLast = document.activeElement === (event.shiftKey ? stops[0] : stops.at(-1));
    if (event.key !== "Tab" || !(isLast || (event.shiftKey && document.activeElement === sheet))) return;
    sheet.hidePopover();
    if (event.shiftKey) event.preventDefault();
  });

  // A tap beside a card closes it, and the focus returns to its number, unless the tap is on another number or control. A
  // tap beside a sheet does nothing else.
  let beside = "";
  addEventListener("pointerdown", ({ target }) => {
    beside = sheet.matches(":popover-open") && !sheet.contains(target) ? getComputedStyle(sheet).position : "";
  }, true);
  addEventListener("click", (event) => {
    const isSheet = beside === "fixed", on = (what) => event.target.closest?.(what);
    if (beside && !on("a:is(.fig, .cell)")) {
      if (isSheet) event.preventDefault(), event.stopPropagation();
      if (isSheet || !on("a, button, input, select, textarea, summary")) opener.focus({ preventScroll: true });
    }
    beside = "";
  }, true);

  addEventListener("click", (event) => {
    const link = event.target.closest?.("a:is(.fig, .cell)"), note = link && document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (!note?.closest(".notes") || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (sheet.matches(":popover-open")) sheet.hidePopover();
    opener = link;
    sheet.ariaLabel = label.replace("{value}", textOf(link));
    sheet.replaceChildren(...contentOf(link, note));
    link.focus({ preventScroll: true });
    sheet.showPopover();
    link.ariaExpanded = "true";
    arrange();
    sheet.scrollTop = 0;
    sheet.focus({ preventScroll: true });
  });
})();
