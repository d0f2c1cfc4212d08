import { createElement, type ComponentProps } from 'react'

type Icon = { name: string; node: [tag: string, attributes: Record<string, string>][] }

/** Stands in for lucide's function of this name (vite.config.ts): the same drawing, without options that CSS has. */
// oxlint-disable-next-line import/no-default-export -- Icons import it so.
export default function createLucideIcon({ name, node }: Icon) {
  const children = node.map(([tag, attributes]) => createElement(tag, attributes))
  return ({ className, ...rest }: ComponentProps<'svg'>) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: className ? `lucide lucide-${name} ${className}` : `lucide lucide-${name}`,
        ...rest,
      },
      children,
    )
}
