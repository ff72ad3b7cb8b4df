import foo
open import foo
