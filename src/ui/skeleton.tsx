/** One line or block of what is to come. Size it exactly as the thing that replaces it. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden className={`block animate-pulse rounded-sm bg-line/70 ${className}`} />
}
