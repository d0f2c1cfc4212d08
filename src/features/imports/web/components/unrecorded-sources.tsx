import { newImportSourcePath } from '#shared/paths.ts'
import { Link } from '#web/lib/navigation.tsx'
import type { ListImportSources } from '#features/imports/contract-sources.ts'
import type { ResponseOf } from '#shared/contract.ts'

type Props = { sources: ResponseOf<ListImportSources>['unrecorded'] }

/** Datasets that were imported once gave their jobs a source, too. Only one that is kept can be authorized. */
export function UnrecordedSources({ sources }: Props) {
  return (
    <div className="mt-6">
      <h3 className="font-semibold">Sources without a record</h3>
      <p className="max-w-prose text-muted">
        Jobs name them, but nobody has said how they are read or whether they may carry structured data.
      </p>
      <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-2">
        {sources.map(({ name, structuredDataAllowed }) => (
          <li key={name}>
            <Link to={newImportSourcePath} search={{ name }} className="text-link inline-flex min-h-8 items-center">
              <span className="sr-only">Keep as a source: </span>
              {name}
            </Link>
            {structuredDataAllowed && <span className="text-xs text-muted"> (with structured data)</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
