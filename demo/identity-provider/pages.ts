import { createHash } from 'node:crypto'
import { escapeHtml as escape } from '#platform/server/http/html.ts'

/** A person of the identity provider. */
export type SamplePerson = {
  subject: string
  givenName: string
  familyName: string
  email?: string
  emailVerified?: boolean
  /** What is special about them. */
  about: string
}

const style = `
:root { color-scheme: light dark; font: 15px/24px system-ui, sans-serif }
main { max-width: 28rem; margin: 48px auto; padding: 0 16px; overflow-wrap: anywhere }
.muted { font-size: 13px }
button { display: block; width: 100%; min-height: 44px; margin: 0 0 8px; padding: 8px 16px; font: inherit; text-align: start }
button span { display: block }
.cancel { margin: 16px 0; text-align: center }
`

/**
 * These pages run nothing, and lead only back to the site. Browsers apply `form-action` to
 * redirects after a form, too.
 */
export const pagePolicy = (siteOrigin: string): string =>
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; img-src data:; form-action 'self' ${siteOrigin}; frame-ancestors 'none'; base-uri 'none'`

/** `action` is the form's target. */
export const signInPage = (people: readonly SamplePerson[], site: string, action: string): string =>
  layout(
    'Choose who you are',
    `<p>${escape(site)} wants to know who you are. It will be told the name of the person you choose and, where there is one, the email address.</p>
<form method="post" action="${escape(action)}">
${people.map(personButton).join('\n')}
<button class="cancel" name="cancel" value="1">Cancel and go back</button>
</form>
<p class="muted">These people do not exist. This provider comes with the demo, runs on this machine only, and asks for no password.</p>`,
  )

const personButton = ({ subject, givenName, familyName, about }: SamplePerson): string =>
  `<button name="person" value="${escape(subject)}"><strong>${escape(`${givenName} ${familyName}`)}</strong><span class="muted">${escape(about)}</span></button>`

export const errorPage = (problem: string, siteUrl: string): string =>
  layout(
    'This did not work',
    `<p>${escape(problem)}</p><p><a href="${escape(siteUrl)}">Go back and try again</a></p>`,
  )

const layout = (heading: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(heading)} – Demo identity provider</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<p class="muted">Demo identity provider</p>
<h1>${escape(heading)}</h1>
${body}
</main>
</body>
</html>
`
