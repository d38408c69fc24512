import { encode } from 'uqr'
import { say } from '../../words/say.ts'

/** A text as a QR code. It is dark on white in every theme, since cameras read no other. */
export function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 4 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg
      role="img"
      aria-label={say('twoFactor.qr')}
      viewBox={`0 0 ${size} ${size}`}
      width={200}
      height={200}
      shapeRendering="crispEdges"
      style={{ background: '#fff', borderRadius: 8 }}
    >
      <path d={squares.join('')} fill="#000" />
    </svg>
  )
}
