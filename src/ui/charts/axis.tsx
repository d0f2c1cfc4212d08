import { placeOn, type Scale } from './scale.ts'

type Props = { scale: Scale; format: (value: number) => string }

/** The numbers along a scale. */
export function Axis({ scale, format }: Props) {
  return (
    <svg aria-hidden width="100%" height="18" className="block overflow-visible fill-muted text-xs font-normal tabular-nums">
      {scale.ticks.map((tick) => (
        <text key={tick} x={placeOn(scale, tick)} y="14" textAnchor={anchorAt((tick - scale.from) / (scale.to - scale.from))}>
          {format(tick)}
        </text>
      ))}
    </svg>
  )
}

const nearEnd = 0.05

const anchorAt = (share: number) => (share < nearEnd ? 'start' : share > 1 - nearEnd ? 'end' : 'middle')
