// The menu of a permalink: ways to copy it for use elsewhere. Loaded by page.js on first use, with its texts as attributes
// of the tag. Uses the addresses of the published site if they are known, otherwise those of this copy.
(() => {
  const { share, date, data, owner, link, embeds } = document.currentScript.dataset;
  const words = share.split("|"), [copied, byHand, read] = words.slice(6);
  const find = (what, where = document) => where.querySelector(what);
  const make = (tag, properties, ...inside) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...inside);
    return element;
  };
  const textOf = (element) => {
    const copy = element.cloneNode(true);
    for (const extra of copy.querySelectorAll(".card, sup, .visually-hidden")) extra.remove();
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
  const site = textOf(find(".site-title")), page = textOf(find("h1"));
  const authors = [...document.querySelectorAll("meta[name=author]")].map((each) => each.content);
  if (!authors[0] && owner) authors.push(owner);

  // Returns the target of a link: its title, its address, and the other formats of tables and charts.
  const placeOf = (link) => {
    const figure = link.closest("figure, .figure"), whole = link.closest(".page-header");
    const named = figure ? find(".caption, .fig", figure) : find(":is(h1, h2, h3, h4, h5, h6, dt > a)", link.parentNode);
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
    const at = link.getBoundingClientRect(), figure = link.closest(".figure");
    (figure ?? link).after(menu);
    // The card closes when the pointer leaves, so focus returns to the figure.
    (figure ? find(".fig", figure) : link).focus();
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

  // A figure's card links to its text, which may change, below the preceding heading, which is permanent.
  const add = ({ target }) => {
    const figure = target.closest?.(".figure"), card = figure && find(".card > span", figure);
    if (!card || find(".anchor", card)) return;
    const part = (text) => encodeURIComponent(text).replaceAll("-", "%2D");
    const heading = [...document.querySelectorAll(".heading > [id]")].filter((each) => each.compareDocumentPosition(figure) & 4).pop();
    const before = figure.previousSibling?.data?.trim().split(/\s+/).slice(-3).join(" "), text = textOf(find(".fig", figure));
    card.append(" ", make("a", {
      className: "anchor", textContent: link, ariaLabel: `${link}: ${text}`,
      href: `#${encodeURIComponent(heading?.id ?? "")}:~:text=${before ? part(before) + "-," : ""}${part(text)}`,
    }));
  };
  for (const type of ["focusin", "pointerover"]) addEventListener(type, add);
  // The first click happened before this script was loaded.
  for (const target of [document.activeElement, find(".figure:hover")]) add({ target: target ?? document.body });
})();
