import { placeOn, type Scale } from './scale.ts'

type Props = { scale: Scale; format: (value: number) => string }

/** The numbers below their ticks, every other one where there is no room for all. The outer ones reach half their width beyond the scale. */
export function Axis({ scale, format }: Props) {
  return (
    <div className="@container">
      <svg aria-hidden width="100%" height="18" className="block overflow-visible fill-muted text-xs font-normal tabular-nums">
        {scale.ticks.map((tick, index) => (
          <text
            key={tick}
            x={placeOn(scale, tick)}
            y="14"
            textAnchor="middle"
            className={index % 2 === 1 ? '@max-[16rem]:hidden' : ''}
          >
            {format(tick)}
          </text>
        ))}
      </svg>
    </div>
  )
}
