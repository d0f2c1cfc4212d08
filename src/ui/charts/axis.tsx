import { placeOn, type Scale } from './scale.ts'

type Props = { scale: Scale; format: (value: number) => string }

/** The numbers along a scale; every other one where there is no room for all. */
export function Axis({ scale, format }: Props) {
  return (
    <div className="@container">
      <svg aria-hidden width="100%" height="18" className="block overflow-visible fill-muted text-xs font-normal tabular-nums">
        {scale.ticks.map((tick, index) => (
          <text
            key={tick}
            x={placeOn(scale, tick)}
            y="14"
            textAnchor={anchorAt((tick - scale.from) / (scale.to - scale.from))}
            className={index % 2 === 1 ? '@max-[16rem]:hidden' : ''}
          >
            {format(tick)}
          </text>
        ))}
      </svg>
    </div>
  )
}

const nearEnd = 0.05

const anchorAt = (share: number) => (share < nearEnd ? 'start' : share > 1 - nearEnd ? 'end' : 'middle')
