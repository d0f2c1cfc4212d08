import type { ReactNode } from 'react'

type Props = { name: string; logo?: string | undefined; className?: string }

/** A logo within a square, which keeps its room while it loads, or the first letters of a name. */
export function Monogram({ name, logo, className = 'size-12 text-lg' }: Props): ReactNode {
  const shape = `shrink-0 rounded-sm ${className}`
  // Logos are made for paper, also in the dark.
  if (logo !== undefined)
    return (
      <img
        src={logo}
        alt=""
        width={48}
        height={48}
        loading="lazy"
        className={`border border-line bg-white object-contain ${shape}`}
      />
    )
  const letters = name
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => /^[\p{Lu}\p{N}]/u.test(word))
    .slice(0, 2)
    .map((word) => word[0])
  return (
    <span aria-hidden className={`grid place-items-center bg-action-wash font-bold text-action ${shape}`}>
      {letters.join('') || name[0]}
    </span>
  )
}
