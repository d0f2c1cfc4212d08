/** Structured data of a page. A '<' in a text must not end the element, so it is written as an escape. */
export const JsonLd = ({ document }: { document: object }) => (
  <script
    type="application/ld+json"
    dangerouslySetInnerHTML={{ __html: JSON.stringify(document).replaceAll('<', String.raw`\u003c`) }}
  />
)
