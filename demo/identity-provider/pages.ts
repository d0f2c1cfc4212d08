import { createHash } from 'node:crypto'
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
:root { color-scheme: light dark }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: start center; padding: 48px 16px; font: 15px/24px system-ui, sans-serif; background: light-dark(#fbf8f3, #101719); color: light-dark(#1a2326, #e9e5dc) }
main { width: 100%; max-width: 28rem; padding: 24px; border: 1px solid light-dark(#e5dfd4, #2a3538); border-radius: 8px; background: light-dark(#fff, #172023) }
h1 { margin: 4px 0 8px; font-size: 26px; line-height: 32px; letter-spacing: -0.015em; overflow-wrap: anywhere }
p { margin: 0 0 16px; overflow-wrap: anywhere }
.muted { color: light-dark(#566166, #a2aeb0); font-size: 13px; line-height: 20px }
.muted:first-child, .muted:last-child { margin: 0 }
button { display: block; width: 100%; min-height: 44px; margin: 0 0 8px; padding: 8px 16px; border: 1px solid light-dark(#858a87, #6d7b7f); border-radius: 8px; background: none; color: inherit; font: inherit; text-align: start; cursor: pointer; overflow-wrap: anywhere }
button:hover { background: light-dark(#e4efed, #16302f) }
button:focus-visible { outline: 2px solid light-dark(#0b585c, #72c7c1); outline-offset: 2px }
button strong, button span { display: block }
.cancel { margin: 16px 0; border-color: transparent; text-align: center; text-decoration: underline }
`

/** These pages run nothing, and lead only back to the site. Browsers apply `form-action` to redirects after a form, too. */
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
  layout('This did not work', `<p>${escape(problem)}</p><p><a href="${escape(siteUrl)}">Go back and try again</a></p>`)

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

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
