import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { IconButton } from '../../parts/icon-button.tsx'
import { say } from '../../words/say.ts'
import { ConditionFields } from './condition.tsx'
import styles from './segments.module.css'
import { type Group, type Node, newCondition } from './tree.ts'

/** Deepest level that can have groups; the API allows eight levels, including the condition. */
const deepest = 6

const joins = ['all', 'any'] as const
const inner: Group = { kind: 'group', isNot: false, join: 'any', nodes: [newCondition('tag')] }

type Props = { group: Group; level?: number; isReadOnly: boolean; onChange: (group: Group) => void }

/** A group of conditions and nested groups. */
export function GroupFields({ group, level = 1, isReadOnly, onChange }: Props) {
  const { join, nodes } = group
  const put = (at: number, next: Node[]) => onChange({ ...group, nodes: nodes.toSpliced(at, 1, ...next) })
  const add = (node: Node) => onChange({ ...group, nodes: [...nodes, node] })
  return (
    <fieldset className={styles.group} aria-label={say(`segment.${join}`)}>
      <NativeSelect
        size="xs"
        w="fit-content"
        aria-label={say('segment.join')}
        data={joins.map((each) => ({ value: each, label: say(`segment.${each}`) }))}
        value={join}
        disabled={isReadOnly}
        onChange={(event) => onChange({ ...group, join: event.currentTarget.value as Group['join'] })}
      />
      {nodes.map((node, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no name, and its fields hold no state
        <NodeFields key={i} {...{ node, level, isReadOnly }} onChange={(next) => put(i, next)} />
      ))}
      {!isReadOnly && (
        <div className={styles.add}>
          <Button variant="default" size="compact-xs" onClick={() => add(newCondition('tag'))}>
            {say('segment.addCondition')}
          </Button>
          {level < deepest && (
            <Button variant="default" size="compact-xs" onClick={() => add(inner)}>
              {say('segment.addGroup')}
            </Button>
          )}
        </div>
      )}
    </fieldset>
  )
}

type NodeProps = { node: Node; level: number; isReadOnly: boolean; onChange: (nodes: Node[]) => void }

/** An item of a group: *not*, its fields, a remove button. */
function NodeFields({ node, level, isReadOnly, onChange }: NodeProps) {
  const put = (next: Node) => onChange([next])
  return (
    <div className={styles.node}>
      <Checkbox
        size="xs"
        label={say('segment.not')}
        checked={node.isNot}
        disabled={isReadOnly}
        onChange={(event) => put({ ...node, isNot: event.currentTarget.checked })}
      />
      {node.kind === 'group' ? (
        <GroupFields group={node} level={level + 1} isReadOnly={isReadOnly} onChange={put} />
      ) : (
        <ConditionFields condition={node} isReadOnly={isReadOnly} onChange={put} />
      )}
      {!isReadOnly && (
        <IconButton
          icon="close"
          iconSize={14}
          label={say('segment.removeCondition')}
          color="gray"
          onClick={() => onChange([])}
        />
      )}
    </div>
  )
}
