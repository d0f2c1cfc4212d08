/** A placeholder in the size of the content that replaces it. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden className={`block animate-pulse rounded-sm bg-line/70 ${className}`} />
}
