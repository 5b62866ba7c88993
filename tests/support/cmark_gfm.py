"""Markdown by libcmark-gfm, GitHub's library."""
import ctypes


def load_cmark(safe=False):
    core, more = ctypes.CDLL("libcmark-gfm.so"), ctypes.CDLL("libcmark-gfm-extensions.so")
    more.cmark_gfm_core_extensions_ensure_registered()
    for name, result in (("cmark_parser_new", ctypes.c_void_p), ("cmark_find_syntax_extension", ctypes.c_void_p),
                         ("cmark_parser_finish", ctypes.c_void_p), ("cmark_render_html", ctypes.c_void_p),
                         ("cmark_parser_get_syntax_extensions", ctypes.c_void_p)):
        getattr(core, name).restype = result
    unsafe, footnotes = 0 if safe else 1 << 17, 1 << 13 | 1 << 14  # single tildes do not strike through

    def render(markdown):
        parser = core.cmark_parser_new(unsafe | footnotes)
        for name in (b"table", b"strikethrough", b"autolink", b"tasklist"):
            extension = core.cmark_find_syntax_extension(name)
            core.cmark_parser_attach_syntax_extension(ctypes.c_void_p(parser), ctypes.c_void_p(extension))
        data = markdown.encode()
        core.cmark_parser_feed(ctypes.c_void_p(parser), data, ctypes.c_size_t(len(data)))
        node = core.cmark_parser_finish(ctypes.c_void_p(parser))
        extensions = core.cmark_parser_get_syntax_extensions(ctypes.c_void_p(parser))
        out = core.cmark_render_html(ctypes.c_void_p(node), unsafe | footnotes, ctypes.c_void_p(extensions))
        return ctypes.string_at(out).decode("utf-8", "replace")

    return render


def load_raw_html():
    """Whether Markdown has raw HTML: in safe mode, a comment replaces it."""
    render, safe_marks = load_cmark(safe=True), "<!-- raw HTML omitted -->"
    return lambda markdown: safe_marks in render(markdown)
