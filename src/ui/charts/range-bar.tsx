import { placeOn, widthOn, type Scale } from './axis.tsx'

export type Spread = { lowest: number; lowerQuartile: number; median: number; upperQuartile: number; highest: number }

type Props = {
  scale: Scale
  spread?: Spread | undefined
  /** One range below the spread; both ends may be equal. */
  own?: { from: number; to: number } | undefined
  className?: string
}

const lane = 20
const ownLane = 12

/**
 * A box plot: a line from lowest to highest, a box around the middle half, a mark at the median; below it, one range. Amber,
 * because it shows pay. A picture only: the text beside it must say the same.
 */
export function RangeBar({ scale, spread, own, className = '' }: Props) {
  const top = spread ? lane : 0
  return (
    <svg aria-hidden width="100%" height={top + (own ? ownLane : 0)} className={`block overflow-visible ${className}`}>
      {spread && <SpreadShape scale={scale} spread={spread} />}
      {own && (
        <g className="fill-pay">
          <rect x={placeOn(scale, own.from)} y={top + 3} width={widthOn(scale, own.from, own.to)} height="6" />
          {/* Round ends; a dot if both ends are equal. */}
          <circle cx={placeOn(scale, own.from)} cy={top + 6} r="4" />
          <circle cx={placeOn(scale, own.to)} cy={top + 6} r="4" />
        </g>
      )}
    </svg>
  )
}

function SpreadShape({ scale, spread }: { scale: Scale; spread: Spread }) {
  const middle = lane / 2
  const at = (value: number) => placeOn(scale, value)
  return (
    <>
      <line x1={at(spread.lowest)} x2={at(spread.highest)} y1={middle} y2={middle} className="stroke-edge" strokeWidth="1.5" />
      <End x={at(spread.lowest)} />
      <End x={at(spread.highest)} />
      <rect
        x={at(spread.lowerQuartile)}
        y={middle - 7}
        width={widthOn(scale, spread.lowerQuartile, spread.upperQuartile)}
        height="14"
        rx="2"
        className="fill-pay-wash stroke-pay"
        strokeWidth="1.5"
      />
      <line
        x1={at(spread.median)}
        x2={at(spread.median)}
        y1={middle - 9}
        y2={middle + 9}
        className="stroke-pay"
        strokeWidth="3"
      />
    </>
  )
}

const End = ({ x }: { x: string }) => (
  <line x1={x} x2={x} y1={lane / 2 - 4} y2={lane / 2 + 4} className="stroke-edge" strokeWidth="1.5" />
)
