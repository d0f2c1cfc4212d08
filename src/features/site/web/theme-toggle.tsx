import { Moon, Sun } from 'lucide-react'
import { IconButton } from '#ui/icon-button.tsx'

/** The theme script set the class before the first paint; from here on this button does. */
export function ThemeToggle({ className = '' }: { className?: string }) {
  return (
    <IconButton label="Switch between light and dark theme" onClick={toggleTheme} className={`noscript:hidden ${className}`}>
      <Moon aria-hidden className="size-5 dark:hidden" />
      <Sun aria-hidden className="hidden size-5 dark:block" />
    </IconButton>
  )
}

function toggleTheme(): void {
  const { classList } = document.documentElement
  const dark = classList.toggle('dark')
  classList.toggle('light', !dark)
  try {
    localStorage.setItem('theme', dark ? 'dark' : 'light')
  } catch {
    // Storage can be forbidden; the choice then lasts as long as the page.
  }
}
