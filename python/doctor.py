"""Says what an interpreter has: ``python doctor.py < request``; see docs/doctor.md.

The engine says whether the interpreter is new enough; it is started before this.
"""

import os
import sys

if __name__ == "__main__":
    here = os.path.dirname(os.path.abspath(__file__))
    from bcb_doctor.main import main

    # What is found from here on is what tasks find.
    sys.path[:] = [entry for entry in sys.path if os.path.realpath(entry) != os.path.realpath(here)]
    sys.exit(main())
