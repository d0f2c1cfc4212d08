import { markup, Markup } from '../http/html.ts'
import {
  defaultReason,
  type MailBlock,
  type MailColors,
  type MailContent,
  type MailFoot,
  type MailIdentity,
  type MailListItem,
} from './content.ts'

let identity: MailIdentity | undefined

/** Called by every process that enqueues mail; the library knows no feature. */
export function setMailIdentity(given: MailIdentity): void {
  identity = given
}

function mailIdentity() {
  if (!identity) throw new Error('setMailIdentity has not been called in this process')
  return identity
}

/** Both parts of a mail. */
export function renderMail(
  content: MailContent,
  unsubscribeUrl: string | undefined,
): { html: string; text: string } {
  const identity = mailIdentity()
  const foot: MailFoot = {
    ...identity,
    reason: content.reason ?? defaultReason(identity.name),
    unsubscribeUrl,
  }
  return { html: mailHtml(content, foot), text: mailText(content, foot) }
}

/** The plain-text part, with addresses written out. */
const mailText = ({ blocks }: MailContent, foot: MailFoot) =>
  `${[...blocks.map(blockText), `--\n${footLines(foot).join('\n')}`].join('\n\n')}\n`

function blockText(block: MailBlock) {
  switch (block.kind) {
    case 'heading':
      return `${block.text}\n${'='.repeat(Math.min(block.text.length, 72))}`
    case 'text':
    case 'note':
      return block.text
    case 'quote':
      return block.text
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n')
    case 'button':
      return `${block.label}:\n${block.href}`
    case 'facts':
      return block.items.map(({ term, value }) => `${term}: ${value}`).join('\n')
    default:
      return block.items
        .map(({ title, href, lines }) =>
          [`* ${title}`, ...lines.map((line) => `  ${line}`), ...(href ? [`  ${href}`] : [])].join(
            '\n',
          ),
        )
        .join('\n\n')
  }
}

/** The footer's lines. */
const footLines = ({
  name,
  publicUrl,
  operator,
  postalAddress,
  reason,
  unsubscribeUrl,
}: MailFoot) => [
  reason,
  ...(unsubscribeUrl === undefined ? [] : [`Unsubscribe: ${unsubscribeUrl}`]),
  `${name}, ${publicUrl}`,
  postalAddress === null ? operator : `${operator}, ${postalAddress}`,
]

/** The doctype that mail programs support best. */
const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" ' +
  '"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

/** The layout of every mail: at most 600 px wide, with a dark theme. */
function mailHtml(content: MailContent, foot: MailFoot) {
  const brand = markup`<p style="${styles.brand};color:${foot.colors.light}" class="action">${foot.name}</p>`
  const blocks = content.blocks.map((block) => blockMarkup(block, foot.colors))
  const sheet = markup`<table ${table} style="${styles.sheet}" class="sheet">${cell(blocks)}</table>`
  // Some programs drop the body element, and its style with it.
  return markup`${new Markup(doctype)}
<html dir="ltr" lang="en">
<head>
<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">
<meta name="x-apple-disable-message-reformatting">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${content.subject}</title>
<style>${new Markup(darkStyles(foot.colors))}</style>
</head>
<body style="${styles.body}" class="page">
<div style="${styles.preview}">${previewText(content.preview ?? firstWords(content.blocks))}</div>
<table ${table}><tbody><tr><td style="${styles.page}">
<table ${table} style="${styles.column}">${cell([brand, sheet, footMarkup(foot)])}</table>
</td></tr></tbody></table>
</body>
</html>
`.html
}

/** All mail programs lay out this table alike. */
const table = new Markup(
  'role="presentation" align="center" width="100%" border="0" cellpadding="0" cellspacing="0"',
)

const cell = (content: Markup | readonly Markup[]) =>
  markup`<tbody><tr><td>${content}</td></tr></tbody>`

const previewLength = 150

/** Only lists of mails show it; spaces keep the next words out of the list. */
const previewText = (words: string) =>
  words.slice(0, previewLength) + '\u00A0\u200C'.repeat(Math.max(previewLength - words.length, 0))

/** The preview text. */
function firstWords(blocks: readonly MailBlock[]) {
  const first = blocks.find((block) => block.kind === 'text')
  return first?.kind === 'text' ? first.text.slice(0, 140) : ''
}

function blockMarkup(block: MailBlock, colors: MailColors) {
  switch (block.kind) {
    case 'heading':
      return markup`<h1 style="${styles.heading}" class="ink">${block.text}</h1>`
    case 'text':
      return markup`<p style="${styles.text}" class="ink">${withBreaks(block.text)}</p>`
    case 'note':
      return markup`<p style="${styles.note}" class="muted">${withBreaks(block.text)}</p>`
    case 'quote':
      return markup`<p style="${styles.quote}" class="ink line">${withBreaks(block.text)}</p>`
    case 'button':
      return markup`<table ${table} style="${styles.buttonRow}">${cell(button(block, colors))}</table>`
    case 'facts':
      return markup`<table ${table} style="${styles.facts}"><tbody>${block.items.map(factRow)}</tbody></table>`
    default:
      return markup`<div>${block.items.map((item) => listItem(item, colors))}</div>`
  }
}

/** Outlook knows no padding of links: what only it reads makes its button as wide and high. */
function button({ label, href }: { label: string; href: string }, colors: MailColors) {
  const before = new Markup(
    '<!--[if mso]><i style="mso-font-width:400%;mso-text-raise:18" hidden>&#8202;&#8202;&#8202;</i><![endif]-->',
  )
  const after = new Markup(
    '<!--[if mso]><i style="mso-font-width:400%" hidden>&#8202;&#8202;&#8202;&#8203;</i><![endif]-->',
  )
  const text = markup`${before}<span style="${styles.label}">${label}</span>${after}`
  return link(href, text, `${styles.button};background-color:${colors.light}`, 'button')
}

const link = (href: string, label: string | Markup, style: string, look: string) =>
  markup`<a href="${href}" target="_blank" style="${style}" class="${look}">${label}</a>`

function factRow({ term, value }: { term: string; value: string }) {
  const name = markup`<td style="${styles.term}" class="muted">${term}</td>`
  return markup`<tr>${name}<td style="${styles.value}" class="ink">${withBreaks(value)}</td></tr>`
}

const listed = new WeakMap<MailListItem, Markup>()

function listItem(item: MailListItem, colors: MailColors) {
  const known = listed.get(item) ?? newListItem(item, colors)
  listed.set(item, known)
  return known
}

function newListItem({ title, href, lines }: MailListItem, { light }: MailColors) {
  const name =
    href === undefined ? title : link(href, title, `${styles.link};color:${light}`, 'action')
  const about = lines.map((line) => markup`<p style="${styles.itemLine}" class="muted">${line}</p>`)
  const parts = [markup`<p style="${styles.itemTitle}" class="ink">${name}</p>`, ...about]
  return markup`<table ${table} style="${styles.item}" class="line">${cell(parts)}</table>`
}

function footMarkup({
  name,
  publicUrl,
  operator,
  postalAddress,
  reason,
  unsubscribeUrl,
}: MailFoot) {
  const leave =
    unsubscribeUrl === undefined
      ? []
      : [link(unsubscribeUrl, 'Unsubscribe', styles.footLink, 'muted')]
  const sender = postalAddress === null ? operator : `${operator}, ${postalAddress}`
  return markup`<hr style="${styles.rule}" class="line">
<p style="${styles.foot}" class="muted">${reason}</p>
${leave.map((candidate) => markup`<p style="${styles.foot}">${candidate}</p>`)}
<p style="${styles.foot}" class="muted">${link(publicUrl, name, styles.footLink, 'muted')}<br>${sender}</p>`
}

const withBreaks = (text: string) =>
  text.split('\n').map((line, index) => (index === 0 ? markup`${line}` : markup`<br>${line}`))

const font = "'Public Sans', 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

const paragraph = 'margin:0 0 16px;overflow-wrap:anywhere'
const buttonBox =
  'display:inline-block;max-width:100%;padding:12px 24px;mso-padding-alt:0px;border-radius:8px'

const styles = {
  body: 'margin:0;padding:0;background-color:#fbf8f3',
  page: `padding:24px 12px;background-color:#fbf8f3;font-family:${font}`,
  preview: 'display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0',
  column: 'width:100%;max-width:600px;margin:0 auto',
  brand: 'margin:0 0 12px;font-size:17px;line-height:24px;font-weight:700',
  sheet: 'padding:28px 24px 12px;background-color:#ffffff;border-radius:8px',
  heading: `${paragraph};color:#1a2326;font-size:24px;line-height:30px;letter-spacing:-0.015em`,
  text: `${paragraph};color:#1a2326;font-size:16px;line-height:26px`,
  note: `${paragraph};color:#566166;font-size:14px;line-height:22px`,
  quote:
    `${paragraph};color:#1a2326;font-size:16px;line-height:26px;padding:0 0 0 ` +
    '16px;border-left:3px solid #e5dfd4',
  buttonRow: 'margin:8px 0 24px',
  button: `${buttonBox};color:#ffffff;font-size:16px;line-height:24px;font-weight:600;text-decoration:none`,
  label:
    'display:inline-block;max-width:100%;line-height:120%;mso-padding-alt:0px;mso-text-raise:9px',
  facts: 'margin:0 0 16px;table-layout:fixed',
  term: 'padding:4px 16px 4px 0;width:30%;vertical-align:top;color:#566166;font-size:14px;line-height:22px',
  value:
    'padding:4px 0;vertical-align:top;color:#1a2326;font-size:15px;line-height:22px;overflow-wrap:anywhere',
  item: 'margin:0 0 16px;padding-top:16px;border-top:1px solid #e5dfd4',
  itemTitle: 'margin:0;color:#1a2326;font-size:17px;line-height:24px;font-weight:600',
  itemLine: 'margin:2px 0 0;color:#566166;font-size:14px;line-height:22px',
  link: 'text-decoration:underline',
  rule: 'width:100%;margin:24px 0 16px;border:none;border-top:1px solid #e5dfd4',
  foot: 'margin:0 0 8px;color:#566166;font-size:13px;line-height:20px',
  footLink: 'color:#566166;text-decoration:underline',
}

/**
 * `!important` overrides the inline styles. Programs without support show the light theme.
 */
const darkStyles = ({ dark }: MailColors) => `
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background-color: #101719 !important; }
  .sheet { background-color: #172023 !important; }
  .ink { color: #e9e5dc !important; }
  .muted { color: #a2aeb0 !important; }
  .action { color: ${dark} !important; }
  .button { background-color: ${dark} !important; color: #06201f !important; }
  .line { border-color: #2a3538 !important; }
}
`
