// The menu of a permalink: ways to copy it for use elsewhere. Loaded by page.js on first use, with its texts as attributes
// of the tag. Uses the addresses of the published site if they are known, otherwise those of this copy.
(() => {
  const { share, date, data, owner, embeds } = document.currentScript.dataset;
  const words = share.split("|"), [copied, byHand, read] = words.slice(6);
  const find = (what, where = document) => where.querySelector(what);
  const make = (tag, properties, ...inside) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...inside);
    return element;
  };
  const textOf = (element) => {
    const copy = element.cloneNode(true);
    for (const extra of copy.querySelectorAll(".card, .age, sup, .visually-hidden")) extra.remove();
    return copy.textContent.replace(/\s+/g, " ").trim();
  };
  const escaped = (text) => text.replace(/[\\[\]`*_<>&|~]/g, "\\$&");
  const attribute = (text) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;");
  const kTex = { "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}" };
  const tex = (text) => text.replace(/[\\~^&%$#_{}]/g, (sign) => kTex[sign] ?? "\\" + sign);
  const sentences = (list) => list.filter(Boolean).map((text) => text.replace(/[^.?!…]$/, "$&.")).join(" ");
  const today = () => {
    const now = new Date();
    return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
  };

  // Parentheses would end a link in Markdown.
  const tidy = (url) => url.replace(/[()]/g, (sign) => (sign === "(" ? "%28" : "%29"));
  const here = tidy(find("link[rel=canonical]")?.href ?? location.href.replace(/[?#].*/s, ""));
  const absolute = (href) => tidy(new URL(href, here).href);
  const site = find(".site-title").title || textOf(find(".site-title")), page = textOf(find("h1"));
  const authors = [...document.querySelectorAll("meta[name=author]")].map((each) => each.content);
  if (!authors[0] && owner) authors.push(owner);

  // Returns the target of a link: its title, its address, and the other formats of tables and charts.
  const placeOf = (link) => {
    const figure = link.closest("figure, .sheet"), whole = link.closest(".page-header");
    const named = figure ? find(".caption, .value", figure) : find(":is(h1, h2, h3, h4, h5, h6, dt > a)", link.parentNode);
    const place = { text: textOf(named ?? find(".flow-now h2")), url: whole ? here : absolute(link.getAttribute("href")), asOf: data };
    if (!figure?.id) return place;
    // Includes the reader's sorting and filters.
    const url = new URL(place.url), height = link.dataset.embed, image = find('.downloads a[href$=".png"]', figure);
    for (const [key, value] of new URLSearchParams(location.search)) if (key.startsWith(figure.id + ".")) url.searchParams.set(key, value);
    place.url = tidy(url.href);
    place.asOf = find(".as-of", figure)?.textContent ?? data;
    if (image) place.image = absolute(image.getAttribute("href"));
    if (height) place.embed = `<iframe src="${absolute(embeds + encodeURIComponent(figure.id) + ".html")}" title="${attribute(place.text)}" width="100%" height="${height}" loading="lazy" style="border: 0"></iframe>`;
    return place;
  };

  // Lists the ways to copy as [label, text].
  const waysOf = ({ text, url, asOf, image, embed }) => {
    const [address, markdown, picture, frame, citation, bibtex] = words, day = today();
    const within = url !== here && url.replace(/[?#].*/s, "") === here && page;
    const parts = [authors.join(", "), text, within, date ? `${site} (${date})` : site, asOf, url + " " + read.replace("{date}", day)];
    const key = url.replace(/^[a-z]+:\/+|(\.html)?\?[^#]*|\.html(?=#|$)/g, "").replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "");
    const fields = { author: authors.map((each) => `{${tex(each)}}`).join(" and "), title: `{${tex(text)}}`, booktitle: within && tex(within), publisher: tex(site),
                     year: date?.slice(0, 4), note: asOf && tex(asOf), url: url.replace(/[{}]/g, encodeURIComponent), urldate: day };
    return [
      [address, url],
      [markdown, `[${escaped(text)}](${url})`],
      image && [picture, `[![${escaped(text)}](${image})](${url})`],
      embed && [frame, embed],
      [citation, sentences(parts)],
      [bibtex, `@misc{${key}${Object.entries(fields).map(([name, value]) => (value ? `,\n  ${name} = {${value}}` : "")).join("")}\n}\n`],
    ].filter(Boolean);
  };

  const menu = make("div", { className: "share", popover: "auto", role: "dialog" });
  const said = make("p", { role: "status" });
  const copy = async (text, button) => {
    said.textContent = "";
    find("textarea", menu)?.remove();
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Uses the legacy API. If it fails too, readers can copy the text by hand.
      const box = make("textarea", { value: text, readOnly: true, rows: 4, ariaLabel: button.textContent });
      menu.append(box);
      box.select();
      if (!document.execCommand("copy")) {
        said.textContent = byHand;
        return;
      }
      box.remove();
      button.focus();
    }
    said.textContent = copied;
  };

  const open = (link) => {
    const place = placeOf(link);
    const buttons = waysOf(place).map(([name, text]) => {
      const button = make("button", { type: "button", textContent: name });
      button.onclick = () => copy(text, button);
      return button;
    });
    said.textContent = "";
    menu.ariaLabel = link.ariaLabel;
    menu.replaceChildren(make("p", { className: "url" }, place.url), ...buttons, said);
    const at = link.getBoundingClientRect();
    link.after(menu);
    link.focus();
    // Browsers only return the focus from a menu that is not in a card.
    menu.onbeforetoggle = ({ newState }) => {
      if (newState === "closed" && menu.contains(document.activeElement)) link.focus({ preventScroll: true });
    };
    menu.showPopover?.();
    // The menu is below the link or, if there is no space, above it, and always within the window.
    const below = at.bottom + menu.offsetHeight + 8 < innerHeight || at.top < menu.offsetHeight + 8;
    menu.style.left = `${scrollX + Math.max(8, Math.min(at.left, document.documentElement.clientWidth - menu.offsetWidth - 8))}px`;
    menu.style.top = `${scrollY + (below ? at.bottom + 4 : at.top - menu.offsetHeight - 4)}px`;
    buttons[0].focus({ preventScroll: !below });
  };

  addEventListener("click", (event) => {
    const link = event.target.closest?.(".anchor");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open(link);
  });
})();
