import type { ReactNode } from 'react'

/** A form of one column; beside it, where there is room, what goes along as it is filled in. The buttons stay last. */
export function FormColumns({ aside, actions, children }: { aside: ReactNode; actions: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,46rem)_18rem] xl:gap-x-20">
      <div className="flex min-w-0 flex-col gap-10">{children}</div>
      <aside className="lg:row-span-2">
        <div className="flex flex-col gap-6 lg:sticky lg:top-20">{aside}</div>
      </aside>
      <div className="flex flex-col gap-4 border-t border-line pt-6">{actions}</div>
    </div>
  )
}
