import { Loader } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import Lightbox from 'yet-another-react-lightbox'
import Download from 'yet-another-react-lightbox/plugins/download'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'
import { useWorkspaceId } from '../../../session/session.ts'
import { say } from '../../../words/words.ts'
import { fileQuery, type Picture, saveFile } from './file.ts'

type Props = { pictures: readonly Picture[]; first: string; onClose: () => void }

/** A full-screen image viewer. Arrow keys navigate, the wheel zooms with Ctrl, and each image can be saved. */
export function Viewer({ pictures, first, onClose }: Props) {
  // Not its place among the pictures, which older messages change when they load.
  const [shown, setShown] = useState(first)
  const found = pictures.findIndex(({ file }) => file === shown)
  const at = Math.max(0, found)
  const near = pictures.slice(Math.max(0, at - 1), at + 2).map(({ file }) => file)
  const urls = useObjectUrls(near)
  return (
    <Lightbox
      open
      close={onClose}
      index={at}
      on={{ view: ({ index }) => setShown(pictures[index]?.file ?? shown) }}
      slides={pictures.map(({ file, filename }) => ({
        src: urls.get(file) ?? '',
        alt: filename ?? say('kind.image'),
      }))}
      render={{
        slide: ({ slide }) => (slide.src === '' ? <Loader color="gray" /> : undefined),
        ...(pictures.length > 1 ? {} : { buttonPrev: () => null, buttonNext: () => null }),
      }}
      plugins={[Zoom, Download]}
      carousel={{ finite: true, preload: 1 }}
      animation={{ fade: 120, swipe: 160 }}
      download={{
        download: () => {
          const picture = pictures[at]
          if (picture) void saveFile(picture.file, picture.filename)
        },
      }}
      labels={{
        Lightbox: say('kind.image'),
        Previous: say('viewer.previous'),
        Next: say('viewer.next'),
        Close: say('word.close'),
        Download: say('word.save'),
        'Zoom in': say('viewer.zoomIn'),
        'Zoom out': say('viewer.zoomOut'),
      }}
    />
  )
}

const none: ReadonlyMap<string, string> = new Map()

/** Returns object URLs for loaded files. Revokes them when the component unmounts: until then, the browser keeps the files in memory. */
function useObjectUrls(files: readonly string[]): ReadonlyMap<string, string> {
  const ws = useWorkspaceId()
  const [urls, setUrls] = useState(none)
  const blobs = useQueries({ queries: files.map((file) => fileQuery(ws, file)) }).map(({ data }) => data)
  const arrived = files.filter((file, i) => blobs[i] && !urls.has(file)).join()
  useEffect(() => {
    const made = files.flatMap((file, i) => {
      const blob = blobs[i]
      return blob && !urls.has(file) ? [[file, URL.createObjectURL(blob)] as const] : []
    })
    if (made.length > 0) setUrls((known) => new Map([...known, ...made]))
    // `arrived` is not empty only if a file loaded that has no URL yet.
  }, [arrived])
  useEffect(
    () => () =>
      setUrls((made) => {
        for (const url of made.values()) URL.revokeObjectURL(url)
        return none
      }),
    [],
  )
  return urls
}
