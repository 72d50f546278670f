/** A search whose look, results and clicks are in the hands of Angular. */
import { Component, CUSTOM_ELEMENTS_SCHEMA, computed, effect, signal } from '@angular/core';
import type { SemanticSearchEvents } from '@semantic-search/widgets';
import '@semantic-search/widgets/semantic-search';
import '@semantic-search/widgets/similar-docs';
import { service } from './service';

type Results = CustomEvent<SemanticSearchEvents['semantic-search-results']>;
type Select = CustomEvent<SemanticSearchEvents['semantic-search-select']>;

@Component({
  selector: 'reading-room',
  templateUrl: './reading-room.html',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
})
export class ReadingRoom {
  readonly service = service;
  readonly theme = signal<'light' | 'dark'>('light');
  readonly other = computed(() => (this.theme() === 'light' ? 'dark' : 'light'));
  readonly total = signal<number | undefined>(undefined);
  readonly picked = signal<Select['detail']['document'] | undefined>(undefined);

  constructor() {
    effect(() => {
      document.documentElement.dataset['theme'] = this.theme();
    });
  }

  counted(event: Results): void {
    this.total.set(event.detail.response.total);
  }

  pick(event: Select): void {
    event.preventDefault();
    this.picked.set(event.detail.document);
  }
}
