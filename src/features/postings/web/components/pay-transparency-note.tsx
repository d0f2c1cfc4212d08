import { isStateCode } from '#shared/us-states.ts'
import { Alert } from '#ui/alert.tsx'
import { payTransparencyHint } from '#features/postings/pay-transparency.ts'

/** Where the law asks for pay and the form states none yet. */
export function PayTransparencyNote({ state, statesPay, now }: { state: string; statesPay: boolean; now: number }) {
  const hint = isStateCode(state) ? payTransparencyHint(state, new Date(now)) : undefined
  return hint !== undefined && !statesPay && <Alert>{hint}</Alert>
}
