import { useId, type Ref } from 'react'

type Props = {
  ref?: Ref<HTMLDivElement>
  title?: string
  /** A problem with a control's id links to it. */
  problems: readonly { message: string; controlId?: string; onFollow?: () => void }[]
  className?: string
}

/** The errors of a form, above it. Focus it when it appears, so that screen readers read it. */
export function ErrorSummary({ ref, title = 'There is a problem', problems, className = '' }: Props) {
  const titleId = useId()
  return (
    <div
      ref={ref}
      role="group"
      tabIndex={-1}
      aria-labelledby={titleId}
      className={`rounded-sm border-2 border-danger bg-danger-wash p-4 ${className}`}
    >
      <h2 id={titleId} className="font-semibold">
        {title}
      </h2>
      <ul className="mt-2 flex flex-col gap-1">
        {problems.map(({ message, controlId, onFollow }) => (
          <li key={`${controlId ?? ''} ${message}`}>
            {controlId === undefined ? (
              message
            ) : (
              <a
                href={`#${controlId}`}
                onClick={(event) => {
                  if (!onFollow) return
                  event.preventDefault()
                  onFollow()
                }}
                className="font-semibold text-danger underline underline-offset-2"
              >
                {message}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
