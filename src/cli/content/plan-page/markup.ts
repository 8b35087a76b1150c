/** Text that is safe in HTML, in an element and in a quoted attribute. Control characters, which HTML does not allow, become visible. */
export const escaped = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
    .replaceAll(/(?![\n\t])[\p{Cc}\p{Cs}\u{202A}-\u{202E}\u{2066}-\u{2069}]/gu, '\u{FFFD}');

/** An element around HTML. */
export const element = (name: string, html: string, className = ''): string =>
  `<${name}${className ? ` class="${className}"` : ''}>${html}</${name}>`;

export const STYLE = `
:root{color-scheme:light}
body{max-width:64rem;margin:2rem auto;padding:0 1rem;font:16px/1.6 system-ui,"Noto Sans TC","PingFang TC","Microsoft JhengHei",sans-serif;color:#222}
h1{font-size:1.6rem}h2{font-size:1.25rem;margin-top:2.5rem;border-bottom:2px solid #ccc}h3{font-size:1rem;margin:0}h3 small{font-weight:normal}
table{border-collapse:collapse}th,td{padding:.2rem .8rem;border-bottom:1px solid #ddd;text-align:right}th:first-child,td:first-child{text-align:left}
article{border:1px solid #ddd;border-radius:4px;padding:.6rem 1rem;margin:.8rem 0;break-inside:avoid-page}
dl{display:grid;grid-template-columns:11rem 1fr;gap:.2rem 1rem;margin:.4rem 0 0}dt{color:#666}dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
dd dl{grid-template-columns:8rem 1fr}
del{background:#fde3e1;color:#9d1c12}ins{background:#dff3e0;color:#17602a;text-decoration:none}
ul{margin:0;padding-left:1.2rem}small,.muted{color:#666}section.row{border-left:3px solid #ccc;padding-left:.6rem;margin:.2rem 0;white-space:normal}
.badge{font-size:.8rem;font-weight:normal;border:1px solid #999;border-radius:3px;padding:0 .4rem}
@media print{body{margin:0;max-width:none;font-size:10pt}del,ins{-webkit-print-color-adjust:exact;print-color-adjust:exact}h2{break-after:avoid}}
@media(max-width:40rem){dl,dd dl{grid-template-columns:1fr}}
`;
