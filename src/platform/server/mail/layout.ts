import { Body } from '@react-email/body'
import { Button } from '@react-email/button'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Hr } from '@react-email/hr'
import { Html } from '@react-email/html'
import { Link } from '@react-email/link'
import { Preview } from '@react-email/preview'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import { createElement as el, type CSSProperties, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { MailBlock, MailColors, MailContent, MailFoot, MailListItem } from './content.ts'

/** The doctype that mail programs support best. */
const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

/** The layout of every mail: at most 600 px wide, with a dark theme. */
export const mailHtml = (content: MailContent, foot: MailFoot): string =>
  doctype +
  renderToStaticMarkup(
    el(
      Html,
      { lang: 'en' },
      el(
        Head,
        null,
        el('meta', { name: 'color-scheme', content: 'light dark' }),
        el('meta', { name: 'supported-color-schemes', content: 'light dark' }),
        el('title', null, content.subject),
        el('style', null, darkStyles(foot.colors)),
      ),
      el(Preview, null, content.preview ?? firstWords(content.blocks)),
      el(
        Body,
        { style: styles.page, className: 'page' },
        el(
          Container,
          { style: styles.column },
          el(Text, { style: { ...styles.brand, color: foot.colors.light }, className: 'action' }, foot.name),
          el(
            Section,
            { style: styles.sheet, className: 'sheet' },
            ...content.blocks.map((block, key) => blockElement(block, key, foot.colors)),
          ),
          ...footElements(foot),
        ),
      ),
    ),
  )

/** The preview text. */
function firstWords(blocks: readonly MailBlock[]): string {
  const first = blocks.find((it) => it.kind === 'text')
  return first?.kind === 'text' ? first.text.slice(0, 140) : ''
}

function blockElement(block: MailBlock, key: number, colors: MailColors): ReactNode {
  switch (block.kind) {
    case 'heading':
      return el('h1', { key, style: styles.heading, className: 'ink' }, block.text)
    case 'text':
      return el(Text, { key, style: styles.text, className: 'ink' }, ...withBreaks(block.text))
    case 'note':
      return el(Text, { key, style: styles.note, className: 'muted' }, ...withBreaks(block.text))
    case 'quote':
      return el(Text, { key, style: styles.quote, className: 'ink line' }, ...withBreaks(block.text))
    case 'button':
      return el(
        Section,
        { key, style: styles.buttonRow },
        el(
          Button,
          { href: block.href, style: { ...styles.button, backgroundColor: colors.light }, className: 'button' },
          block.label,
        ),
      )
    case 'code':
      return el(Text, { key, style: styles.code, className: 'ink sunken' }, block.text)
    case 'facts':
      return el(
        'table',
        { key, role: 'presentation', width: '100%', cellPadding: 0, cellSpacing: 0, style: styles.facts },
        el('tbody', null, ...block.items.map(factRow)),
      )
    default:
      return el('div', { key, dangerouslySetInnerHTML: { __html: block.items.map((item) => itemMarkup(item, colors)).join('') } })
  }
}

const factRow = ({ term, value }: { term: string; value: string }): ReactNode =>
  el(
    'tr',
    { key: term },
    el('td', { style: styles.term, className: 'muted' }, term),
    el('td', { style: styles.value, className: 'ink' }, ...withBreaks(value)),
  )

const itemMarkups = new WeakMap<MailListItem, string>()

function itemMarkup(item: MailListItem, colors: MailColors): string {
  const markup = itemMarkups.get(item) ?? renderToStaticMarkup(listItem(item, colors))
  itemMarkups.set(item, markup)
  return markup
}

const listItem = (item: MailListItem, colors: MailColors): ReactNode =>
  el(
    Section,
    { style: styles.item, className: 'line' },
    el(
      Text,
      { style: styles.itemTitle, className: 'ink' },
      item.href === undefined
        ? item.title
        : el(Link, { href: item.href, style: { ...styles.link, color: colors.light }, className: 'action' }, item.title),
    ),
    ...item.lines.map((line, index) => el(Text, { key: index, style: styles.itemLine, className: 'muted' }, line)),
  )

const footElements = ({ name, publicUrl, operator, postalAddress, reason, unsubscribeUrl }: MailFoot): ReactNode[] => [
  el(Hr, { key: 'rule', style: styles.rule, className: 'line' }),
  el(Text, { key: 'reason', style: styles.foot, className: 'muted' }, reason),
  unsubscribeUrl !== undefined &&
    el(
      Text,
      { key: 'unsubscribe', style: styles.foot },
      el(Link, { href: unsubscribeUrl, style: styles.footLink, className: 'muted' }, 'Unsubscribe'),
    ),
  el(
    Text,
    { key: 'operator', style: styles.foot, className: 'muted' },
    el(Link, { href: publicUrl, style: styles.footLink, className: 'muted' }, name),
    el('br'),
    postalAddress === null ? operator : `${operator}, ${postalAddress}`,
  ),
]

const withBreaks = (text: string): ReactNode[] =>
  text.split('\n').flatMap((line, index) => (index === 0 ? [line] : [el('br', { key: index }), line]))

const font = "'Public Sans', 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

const text = {
  margin: '0 0 16px',
  color: '#1a2326',
  fontSize: '16px',
  lineHeight: '26px',
  overflowWrap: 'anywhere',
} satisfies CSSProperties

const styles = {
  page: { margin: 0, padding: '24px 12px', backgroundColor: '#fbf8f3', fontFamily: font },
  column: { width: '100%', maxWidth: '600px', margin: '0 auto' },
  brand: { margin: '0 0 12px', fontSize: '17px', lineHeight: '24px', fontWeight: 700 },
  sheet: { padding: '28px 24px 12px', backgroundColor: '#ffffff', borderRadius: '8px' },
  heading: { ...text, fontSize: '24px', lineHeight: '30px', letterSpacing: '-0.015em' },
  text,
  note: { ...text, color: '#566166', fontSize: '14px', lineHeight: '22px' },
  quote: { ...text, padding: '0 0 0 16px', borderLeft: '3px solid #e5dfd4' },
  buttonRow: { margin: '8px 0 24px' },
  button: {
    padding: '12px 24px',
    borderRadius: '8px',
    color: '#ffffff',
    fontSize: '16px',
    lineHeight: '24px',
    fontWeight: 600,
    textDecoration: 'none',
  },
  code: {
    ...text,
    padding: '12px 16px',
    borderRadius: '8px',
    backgroundColor: '#f3efe7',
    fontFamily: "ui-monospace, Menlo, Consolas, 'Courier New', monospace",
    fontSize: '22px',
    letterSpacing: '0.12em',
    textAlign: 'center',
  },
  facts: { margin: '0 0 16px', tableLayout: 'fixed' },
  term: { padding: '4px 16px 4px 0', width: '30%', verticalAlign: 'top', color: '#566166', fontSize: '14px', lineHeight: '22px' },
  value: {
    padding: '4px 0',
    verticalAlign: 'top',
    color: '#1a2326',
    fontSize: '15px',
    lineHeight: '22px',
    overflowWrap: 'anywhere',
  },
  item: { margin: '0 0 16px', paddingTop: '16px', borderTop: '1px solid #e5dfd4' },
  itemTitle: { margin: 0, color: '#1a2326', fontSize: '17px', lineHeight: '24px', fontWeight: 600 },
  itemLine: { margin: '2px 0 0', color: '#566166', fontSize: '14px', lineHeight: '22px' },
  link: { textDecoration: 'underline' },
  rule: { margin: '24px 0 16px', borderColor: '#e5dfd4' },
  foot: { margin: '0 0 8px', color: '#566166', fontSize: '13px', lineHeight: '20px' },
  footLink: { color: '#566166', textDecoration: 'underline' },
} satisfies Record<string, CSSProperties>

/**
 * `!important` overrides the inline styles. Programs without support show the light theme. `Body` draws its background on a table
 * cell.
 */
const darkStyles = ({ dark }: MailColors): string => `
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background-color: #101719 !important; }
  .sheet { background-color: #172023 !important; }
  .sunken { background-color: #0b1113 !important; }
  .ink { color: #e9e5dc !important; }
  .muted { color: #a2aeb0 !important; }
  .action { color: ${dark} !important; }
  .button { background-color: ${dark} !important; color: #06201f !important; }
  .line { border-color: #2a3538 !important; }
}
`
