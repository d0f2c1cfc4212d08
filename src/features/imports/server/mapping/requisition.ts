import { cleanLine } from '#features/jobs/read-text.ts'
import { isItem, text } from './item.ts'

const names = [
  'requisition_id',
  'requisitionId',
  'requisitionNumber',
  'RequisitionNumber',
  'requisition',
  'jobReqId',
  'req_id',
  'refNumber',
  'referencenumber',
  'referenceNumber',
  'reference',
  'code',
  'identifier.value',
]

/** The employer's own number of an opening, as boards and feeds call it. */
export function readRequisition(value: unknown): string | undefined {
  if (!isItem(value)) return undefined
  const info = value['jobPostingInfo']
  const number = text(value, ...names) ?? (isItem(info) ? text(info, ...names) : undefined)
  return number && (cleanLine(number, 60) || undefined)
}
