/** The collar line: a thread that falls and rises as the lapels of a coat, and draws a W. The mark is the collar alone. */
const collar = 'M4 7 11.5 26 16 14.5 20.5 26 28 7'
const notches = 'M6.2 12.6H10l1.5-3.4M25.8 12.6H22l-1.5-3.4'

/** Decorative: the name stands beside it. */
export const Mark = ({ className = '' }: { className?: string }) => (
  <svg viewBox="0 0 32 32" aria-hidden className={className}>
    <rect width="32" height="32" rx="6" className="fill-action" />
    <g fill="none" className="stroke-on-action" strokeLinecap="round" strokeLinejoin="round">
      <path d={collar} strokeWidth="2.5" />
      <path d={notches} strokeWidth="1.5" />
    </g>
  </svg>
)

/** The same drawing, thin and wide, once on a page: the footer shows it where the content does not. */
export const CollarLine = ({ className = '' }: { className?: string }) => (
  <svg viewBox="0 0 240 60" aria-hidden className={`collar-line ${className}`}>
    <g fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round">
      <path d="M2 12h76c6 0 8.5 1.5 11 7.5L104 56l16-34 16 34 15-36.5c2.5-6 5-7.5 11-7.5h76" />
      <path d="M93.5 30.5h7.5l3-7M146.5 30.5H139l-3-7M120 36v.01M120 46v.01" />
    </g>
  </svg>
)
