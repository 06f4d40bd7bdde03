/**
 * A line with a view's table at its start and its Save menu at its end. `--attention-tools: none`, as while presenting, hides
 * what only saves or lists.
 */
import { css } from 'lit';

export const tableAndSave = css`
  .table-and-save {
    display: var(--attention-tools, flex);
    justify-content: space-between;
    align-items: start;
    flex-wrap: wrap;
  }
  attention-table {
    min-inline-size: 0;
  }
  /* The other tools move below it. */
  attention-table[open] {
    flex: 1 0 100%;
  }
`;
