import { jobLimits } from '#features/jobs/model.ts'

const schemes = new Set(['http:', 'https:', 'mailto:'])

/**
 * A link that a page may carry, mended where blanks or a missing scheme broke it; undefined for everything else,
 * `javascript:` and links with a password among them.
 */
export function readLink(value: string | undefined): string | undefined {
  const text = value?.trim() ?? ''
  if (text === '' || text.length > jobLimits.url || /[\p{Cc}<>"'`\\]/u.test(text)) return undefined
  if (/^[^\s@/:]+@[^\s@/]+\.[a-z]{2,}$/i.test(text)) return `mailto:${text}`
  const url = URL.parse(withScheme(withoutBlanks(text)))
  if (!url || !schemes.has(url.protocol) || url.username || url.password) return undefined
  if (url.protocol === 'mailto:') return /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i.test(url.pathname) ? url.href : undefined
  if (!/\.[a-z]{2,}$/i.test(url.hostname)) return undefined
  return url.href.length <= jobLimits.url ? url.href : undefined
}

/** The page where the job was found: mail is no page. */
export function readPageUrl(value: string | undefined): string | undefined {
  const link = readLink(value)
  return link?.startsWith('mailto:') ? undefined : link
}

/** Blanks in scheme and host are typing errors; later ones belong to a file's name. */
function withoutBlanks(text: string): string {
  const [, scheme = '', host = '', rest = ''] = text.match(/^([a-z]+\s*:\s*\/\s*\/)?([^/?#]*)([\s\S]*)$/i) ?? []
  return scheme.replaceAll(/\s/g, '') + host.replaceAll(/\s/g, '') + rest.trim().replaceAll(/\s+/g, '%20')
}

function withScheme(text: string): string {
  if (/^[a-z][a-z\d+.-]*:(?!\d)/i.test(text)) return text
  return text.startsWith('//') ? `https:${text}` : `https://${text}`
}
