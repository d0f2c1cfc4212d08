import { Tooltip as RadixTooltip } from 'radix-ui'
import type { ReactNode } from 'react'

const openDelay = 700
const skipDelay = 300

/** Stands once around everything that has tooltips, so that the second opens at once. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <RadixTooltip.Provider delayDuration={openDelay} skipDelayDuration={skipDelay}>
      {children}
    </RadixTooltip.Provider>
  )
}

/** A word more about a control, on hover and focus; never the only place where it is said. Only for pages loaded lazily. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <RadixTooltip.Root>
      <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
      <RadixTooltip.Portal>
        <RadixTooltip.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-64 rounded-sm bg-ink px-2 py-1 text-xs text-paper shadow-raised"
        >
          {text}
        </RadixTooltip.Content>
      </RadixTooltip.Portal>
    </RadixTooltip.Root>
  )
}
