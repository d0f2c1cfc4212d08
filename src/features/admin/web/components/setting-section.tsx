import { useId } from 'react'
import type { ReactNode } from 'react'
import { momentText } from '#shared/dates.ts'

type Change<Value> = { at: string; by: string | null; value: Value }

type Props<Value> = {
  title: string
  intro: ReactNode
  changes: readonly Change<Value>[]
  /** A value in a few words, for the story of it. */
  words: (value: Value) => string
  children: ReactNode
}

/** One setting: what it is about, the form that changes it, and who changed it when. */
export function SettingSection<Value>({ title, intro, changes, words, children }: Props<Value>) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-x-10 gap-y-4 border-t border-line pt-6 lg:grid-cols-[1fr_2fr]">
      <div>
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        <div className="mt-1 max-w-prose text-muted">{intro}</div>
      </div>
      <div className="min-w-0">
        {children}
        <History changes={changes} words={words} />
      </div>
    </section>
  )
}

function History<Value>({ changes, words }: Pick<Props<Value>, 'changes' | 'words'>) {
  const [last] = changes
  if (!last) return <p className="mt-4 text-xs text-muted">Never changed: this is how the product comes.</p>
  return (
    <details className="mt-4 text-xs text-muted">
      <summary className="text-link inline-flex min-h-8 cursor-pointer items-center">
        Last changed {momentText(last.at)} by {nameOf(last)}
      </summary>
      <ol className="mt-1 flex flex-col gap-1">
        {changes.map((change) => (
          <li key={change.at} className="break-words">
            {momentText(change.at)}, {nameOf(change)}: {words(change.value)}
          </li>
        ))}
      </ol>
    </details>
  )
}

const nameOf = ({ by }: { by: string | null }): string => by ?? 'somebody without an account'
