import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { useKeys } from '#platform/web/browser.ts'

const rowSteps: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }
const controlSteps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/**
 * The list of results is one stop of the Tab key. Up, down, `j` and `k` lead from row to row, left and right to the actions of a row.
 * `shownJob` stands beside the list; `onShow` then follows the keys.
 */
export function useRowKeys(
  list: RefObject<HTMLElement | null>,
  shownJob: string | undefined,
  onShow: (id: string | undefined) => void,
): void {
  const rowsOf = () => [...(list.current?.querySelectorAll('.row-link') ?? [])].map((link) => [...controlsBeside(link)])

  const stop = useRef<HTMLElement>(undefined)
  const isStop = (control: HTMLElement) => control === stop.current

  // After each rendering: rows may be new.
  const setStop = useEffectEvent((focused?: EventTarget | null) => {
    const rows = rowsOf()
    stop.current = rows.flat().find((control) => control === focused) ?? stop.current
    const shown = rows.find(([link]) => shownJob !== undefined && link?.getAttribute('href')?.includes(shownJob))
    const row = shown ?? rows.find((controls) => controls.some(isStop)) ?? rows[0]
    if (!row?.some(isStop)) stop.current = row?.[0]
    for (const control of rows.flat()) control.tabIndex = isStop(control) ? 0 : -1
  })
  useEffect(() => setStop())

  useKeys((event, target) => {
    const { key } = event
    const rows = rowsOf()
    const row = rows.findIndex((controls) => controls.some(isStop))
    const controls = (rows[row] ?? []).filter((control) => control.checkVisibility())
    const at = controls.indexOf(target)
    // Beside an open job letters work from everywhere.
    if (at < 0 && (shownJob === undefined || key.length > 1)) return
    const next = key in controlSteps ? controls[at + (controlSteps[key] ?? 0)] : rows[row + (rowSteps[key] ?? Number.NaN)]?.[0]
    if (!next) return
    event.preventDefault()
    next.focus()
    if (shownJob !== undefined && key in rowSteps) onShow(next.getAttribute('href')?.split(/[/?]/)[2])
  })

  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => setStop(target)
    const section = list.current
    section?.addEventListener('focusin', onFocus)
    return () => section?.removeEventListener('focusin', onFocus)
  }, [list])
}

const controlsBeside = (link: Element): Iterable<HTMLElement> =>
  link.closest('tr, li')?.querySelectorAll<HTMLElement>('a, button:enabled, summary') ?? []
