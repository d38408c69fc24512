import { useComputedColorScheme } from '@mantine/core'
import EmojiPicker, { EmojiStyle, Theme } from 'emoji-picker-react'
import { parts } from '../../words/load.ts'
import { say } from '../../words/words.ts'

/** The reactions that WhatsApp offers first: thumb, heart, tears of joy, surprise, tear, folded hands. */
const reactions = ['1f44d', '2764-fe0f', '1f602', '1f62e', '1f622', '1f64f']

/** All emoji, grouped and searchable, drawn by the operating system. For a reaction, the usual emoji come first. */
export function EmojiPanel({ onChoose, isReaction }: { onChoose: (emoji: string) => void; isReaction: boolean }) {
  const isDark = useComputedColorScheme() === 'dark'
  const { emoji: emojiData } = parts()
  const choose = ({ emoji }: { emoji: string }) => onChoose(emoji)
  return (
    <EmojiPicker
      emojiStyle={EmojiStyle.NATIVE}
      theme={isDark ? Theme.DARK : Theme.LIGHT}
      width={320}
      height={380}
      previewConfig={{ showPreview: false }}
      labels={labels()}
      reactionsDefaultOpen={isReaction}
      reactions={reactions}
      onEmojiClick={choose}
      onReactionClick={choose}
      {...(emojiData ? { emojiData } : {})}
    />
  )
}

/** The picker's texts in the person's language. */
const labels = () => ({
  searchPlaceholder: say('emoji.search'),
  searchLabel: say('emoji.search'),
  searchClear: say('emoji.clear'),
  searchResultsNone: say('emoji.none'),
  searchResultsOne: say('emoji.one'),
  searchResultsMany: say('emoji.many'),
  categoryNavigation: say('emoji.groups'),
  reactions: say('emoji.usual'),
  expandReactions: say('emoji.all'),
})
