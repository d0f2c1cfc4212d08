import type { ReactNode } from 'react'
import { TextLink, useShownPage } from '#platform/web/navigation.tsx'
import { Article, BulletList, Section } from '#ui/layout.tsx'

/**
 * The sections of a text: '## ' begins one with its title, empty lines separate paragraphs, '• '
 * starts a list item, and
 * `[words](address)` is a link.
 */
export const TextSections = ({ text }: { text: string }) =>
  text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = '', ...blocks] = section.trim().split(/\n{2,}/)
      return (
        <Section key={title} title={title}>
          {blocks.map((block) =>
            block.startsWith('• ') ? (
              <BulletList key={block}>
                {block.split('\n').map((item) => (
                  <li key={item}>{withLinks(item.slice(2))}</li>
                ))}
              </BulletList>
            ) : (
              <p key={block}>{withLinks(block)}</p>
            ),
          )}
        </Section>
      )
    })

/** `split` gives the text before a link, its words, its address, and so on. */
function withLinks(text: string): ReactNode[] {
  const pieces = text.split(/\[([^\]]+)\]\(([^)]+)\)/)
  return pieces.map((piece, index) => {
    const address = pieces[index + 1] ?? ''
    if (index % 3 === 0) return piece
    if (index % 3 === 2) return null
    return address.startsWith('mailto:') ? (
      <a key={address} href={address} className="text-link">
        {piece}
      </a>
    ) : (
      <TextLink key={address} to={address}>
        {piece}
      </TextLink>
    )
  })
}

/** A link that writes to this address. */
export const mailTo = (address: string) => `[${address}](mailto:${address})`

// In a fixed time zone, equal on server and browser.
const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export function LegalPage({ title, text }: { title: string; text: string }) {
  const now = useShownPage().now
  return (
    <Article
      title={title}
      lead={
        <p className="text-sm">
          Last updated:{' '}
          <time dateTime={new Date(now).toISOString().slice(0, 10)}>{longDate.format(now)}</time>
        </p>
      }
    >
      <TextSections text={text} />
    </Article>
  )
}
