import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../../reading-room.css';
import { ReadingRoom } from './ReadingRoom';

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <ReadingRoom />
  </StrictMode>,
);
