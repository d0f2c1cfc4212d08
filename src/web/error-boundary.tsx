import { Component } from 'react'
import type { ReactNode } from 'react'

type Props = { fallback: ReactNode; children: ReactNode }

/** React catches what rendering throws only in classes. Give it a key, so that the next page starts afresh. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
