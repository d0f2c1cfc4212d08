import type { Head } from './lib/page-route.ts'

/** A page's head as elements; React hoists them into the document's and replaces them with the next page's. */
export function HeadTags({ head: { meta, links } }: { head: Head }) {
  return (
    <>
      {meta.map((attributes) =>
        'title' in attributes ? (
          <title key="title">{attributes.title}</title>
        ) : (
          <meta key={JSON.stringify(attributes)} {...attributes} />
        ),
      )}
      {links?.map((attributes) => (
        <link key={JSON.stringify(attributes)} {...attributes} />
      ))}
    </>
  )
}
