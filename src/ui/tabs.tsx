import { useId, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'

type Tab = {
  id: string
  label: ReactNode
  /** The address of this tab, for use without JavaScript. */
  href: string
  panel: ReactNode
}

type Props = { label: string; tabs: readonly Tab[]; selected: string; onSelect: (id: string) => void }

const tabClass =
  'inline-flex min-h-11 grow items-center justify-center border-b-2 border-transparent px-4 font-semibold text-muted no-underline ' +
  'transition-colors hover:text-action aria-selected:border-action aria-selected:text-ink'

/** One of several panels at a time. The others stay mounted and hidden, with their input. */
export function Tabs({ label, tabs, selected, onSelect }: Props) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const tabId = (tab: string) => `${id}-${tab}`
  const panelId = (tab: string) => `${id}-${tab}-panel`

  function choose(index: number): void {
    const tab = tabs.at(index % tabs.length)
    if (!tab) return
    onSelect(tab.id)
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(tabId(tab.id))}`)?.focus()
  }

  function onKeyDown(event: KeyboardEvent): void {
    const index = tabs.findIndex((tab) => tab.id === selected)
    const moves: Record<string, number> = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: -1 }
    const target = event.key === ' ' ? index : moves[event.key]
    if (target === undefined) return
    event.preventDefault()
    choose(target)
  }

  function onClick(event: MouseEvent, tab: string): void {
    // Modified clicks open a new tab.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onSelect(tab)
  }

  return (
    <>
      <div ref={list} role="tablist" tabIndex={-1} aria-label={label} onKeyDown={onKeyDown} className="flex border-b border-line">
        {tabs.map((tab) => (
          <a
            key={tab.id}
            id={tabId(tab.id)}
            role="tab"
            href={tab.href}
            aria-selected={tab.id === selected}
            aria-controls={panelId(tab.id)}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={(event) => onClick(event, tab.id)}
            className={tabClass}
          >
            {tab.label}
          </a>
        ))}
      </div>
      {tabs.map((tab) => (
        <div key={tab.id} id={panelId(tab.id)} role="tabpanel" aria-labelledby={tabId(tab.id)} hidden={tab.id !== selected}>
          {tab.panel}
        </div>
      ))}
    </>
  )
}
