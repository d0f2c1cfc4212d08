import type { ImportRunDetail } from '#features/imports/contract.ts'
import { formatNumber } from '#shared/numbers.ts'

/** A chart that is a table: each row draws how many rows of the dataset its reason kept out. */
export function ReasonChart({ reasons }: { reasons: ImportRunDetail['reasons'] }) {
  const sorted = reasons.toSorted((a, b) => b.count - a.count)
  const most = sorted[0]?.count ?? 1
  return (
    <section aria-labelledby="reasons">
      <h2 id="reasons" className="text-lg font-semibold">
        Why rows were skipped
      </h2>
      <table className="mt-2 w-full max-w-prose text-sm">
        <thead className="sr-only">
          <tr>
            <th scope="col">Reason</th>
            <th scope="col">Rows</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ reason, count }) => (
            <tr key={reason} className="border-b border-line">
              <th scope="row" className="py-2 pr-4 text-left font-normal">
                {reason}
                <span
                  aria-hidden
                  className="mt-1 block h-2 rounded-full bg-action"
                  style={{ width: `${(count / most) * 100}%` }}
                />
              </th>
              <td className="w-20 py-2 text-right align-bottom font-semibold tabular-nums">{formatNumber(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
