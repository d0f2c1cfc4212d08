import { createElement, type ComponentProps } from 'react'

type Icon = { node: [tag: string, attributes: Record<string, string>][] }

/**
 * Stands in for lucide's function of this name (vite.config.ts): the same drawing, as one element
 * for React, which screen readers leave out; the style sheet has its usual size, stroke and color.
 */
// oxlint-disable-next-line import/no-default-export -- Icons import it so.
export default function createLucideIcon({ node }: Icon) {
  const shapes = node.map(([tag, { key: _key, ...attributes }]) => {
    const pairs = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`)
    return `<${tag} ${pairs.join(' ')}/>`
  })
  const drawing = { __html: shapes.join('') }
  return ({ className = '', ...rest }: ComponentProps<'svg'>) =>
    createElement('svg', {
      viewBox: '0 0 24 24',
      'aria-hidden': true,
      className: `icon ${className}`,
      ...rest,
      dangerouslySetInnerHTML: drawing,
    })
}
